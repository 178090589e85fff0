import type { CatalogMove } from './catalog-move.ts';
import { sampleSpec } from './sample-spec.ts';

/** What each process does in a round, by what it is for. */
export interface RaceMoves {
  /** Publishes a tool that nobody else knows. */
  readonly own: CatalogMove;
  /** Publishes a tool that all others publish with the same content. */
  readonly same: CatalogMove;
  /** Publishes a version that all others publish with other content. */
  readonly clash: CatalogMove;
  /** Publishes another version of a tool of which all others publish one too. */
  readonly history: CatalogMove;
  /** Publishes tools of its own together with one that all others publish with other content. */
  readonly batch: CatalogMove;
  /** Removes a tool of the round before, as all others do. */
  readonly remove: CatalogMove;
  /** Disables a tool of the round before, as all others do. */
  readonly disable: CatalogMove;
}

/** The moves of a process in a round, both counted from 0. */
export function raceMoves(process: number, round: number): RaceMoves {
  const description = `As process ${process} sees it.`;
  return {
    own: { do: 'register', spec: sampleSpec(`own-${round}-${process}`) },
    same: { do: 'register', spec: sampleSpec(`same-${round}`) },
    clash: { do: 'register', spec: sampleSpec(`clash-${round}`, '1.0.0', { description }) },
    history: { do: 'register', spec: sampleSpec('history', `${process}.${round}.0`) },
    batch: {
      do: 'register-all',
      specs: [
        sampleSpec(`first-${round}-${process}`),
        sampleSpec(`batch-${round}`, '1.0.0', { description }),
        sampleSpec(`last-${round}-${process}`),
      ],
    },
    remove: { do: 'remove', name: `same-${round - 1}` },
    disable: { do: 'disable', name: `clash-${round - 1}` },
  };
}
