import type { SearchFigures } from '../../children/search.ts';
import type { EngineId } from './engines/load-engine.ts';
import { meanQuality, type Quality } from './metrics.ts';
import type { SearchSubject } from './search-subject.ts';

/** What became of all engines with one set. */
export interface Outcome {
  readonly subject: SearchSubject;
  readonly figures: Readonly<Record<EngineId, SearchFigures>>;
}

/** The quality of an engine over sets, of which each counts once. */
export function meanOver(outcomes: readonly Outcome[], engine: EngineId): Quality {
  return meanQuality(outcomes.map(({ figures }) => figures[engine].quality));
}
