import { type Concept, conceptCount, numberOf } from '../text/concepts.ts';
import type { Mix } from '../text/phrase.ts';
import type { Signal } from './signal.ts';
import { signals } from './signals.ts';

/** One way in which a text can have a signal. */
export interface SignalEntry {
  readonly signal: Signal;
  /** What has to be there. */
  readonly needed: Mix;
  /** The row that it has to be in; undefined if the order makes no difference. */
  readonly pattern: RegExp | undefined;
}

/** Concepts that many descriptions have, the most frequent first. */
const frequent: readonly Concept[] = [
  ...([
    'unknown',
    'opener',
    'content',
    'read',
    'inside',
    'colon',
    'example',
    'personal',
    'this',
    'assign',
    'identifier',
  ] as const),
  ...([
    'embed',
    'argument',
    'target',
    'all',
    'must',
    'when',
    'call',
    'endpoint',
    'embeds',
    'auxiliary',
    'not',
  ] as const),
  ...([
    'new',
    'calls',
    'reads',
    'meta',
    'tool',
    'only',
    'request',
    'self',
    'user',
    'toolName',
    'history',
  ] as const),
  ...([
    'show',
    'market',
    'directive',
    'shows',
    'alters',
    'you',
    'your',
    'inclusive',
    'answer',
    'begin',
    'first',
  ] as const),
  ...([
    'me',
    'rival',
    'alter',
    'command',
    'automatic',
    'delete',
    'model',
    'after',
    'failed',
    'weak',
    'send',
  ] as const),
];
const ranks: ReadonlyMap<number, number> = new Map(
  frequent.map((concept, index) => [numberOf[concept], frequent.length - index]),
);

/**
 * The ways by a concept that each of them needs, and that few texts have: a text is compared with little more than what
 * it could have.
 */
export const signalIndex: readonly (readonly SignalEntry[])[] = createIndex();

function createIndex(): readonly (readonly SignalEntry[])[] {
  const index: SignalEntry[][] = Array.from({ length: conceptCount }, () => []);
  for (const signal of signals) {
    for (const { needed, pattern } of signal.phrases) add(index, { signal, needed, pattern });
    for (const needed of signal.mixes) add(index, { signal, needed, pattern: undefined });
  }
  return index;
}

function add(index: readonly SignalEntry[][], entry: SignalEntry): void {
  const [rarest = []] = [...entry.needed].sort((left, right) => frequencyOf(left) - frequencyOf(right));
  for (const number of rarest) index[number]?.push(entry);
}

function frequencyOf(alternatives: readonly number[]): number {
  return alternatives.reduce((total, number) => total + (ranks.get(number) ?? 0), 0);
}
