import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { EntrySummary, Ledger, LedgerQuery } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** Options of {@link findInSteps}. */
export interface FindInStepsOptions {
  /** The largest number of entries in a step, from 1 to 1,000. @default 100 */
  readonly maxEntries?: number | undefined;
  /** The largest number of bytes in a step, unless a single entry has more. @default 1_048_576 */
  readonly maxBytes?: number | undefined;
  /** Which entries are needed; others are left out where that saves reading. @default all */
  readonly isNeeded?: ((summary: EntrySummary) => boolean) | undefined;
}

/** Some entries that a query finds. */
export interface LedgerStep {
  readonly entries: readonly LedgerEntry[];
  /** About the number of bytes that were read for them. */
  readonly bytes: number;
}

const optionNames: ReadonlySet<string> = new Set<keyof FindInStepsOptions>([
  'maxEntries',
  'maxBytes',
  'isNeeded',
]);

/**
 * Finds all entries of a query, a few at a time: a step is small also where entries are large, so that the caller can pause
 * between two of them, or stop.
 */
export async function* findInSteps(
  ledger: Pick<Ledger, 'find' | 'findSummaries'>,
  query: Omit<LedgerQuery, 'limit'>,
  options: FindInStepsOptions = {},
): AsyncGenerator<LedgerStep> {
  requireKnownOptions(options, optionNames);
  const { maxEntries = 100, maxBytes = 1_048_576, isNeeded = () => true } = options;
  let { after } = query;
  for (;;) {
    const summaries = await ledger.findSummaries({ ...query, after, limit: maxEntries });
    const first = summaries.findIndex(isNeeded);
    const skipped = first === -1 ? summaries : summaries.slice(0, first);
    after = skipped.at(-1)?.invocationId ?? after;
    const step = takeWithin(summaries.slice(skipped.length), maxBytes);
    if (step.length > 0) {
      const entries = await ledger.find({ ...query, after, limit: step.length });
      yield { entries, bytes: bytesOf(step) };
      // Of entries that have changed since, others may have taken the places.
      after = entries.at(-1)?.invocationId ?? step.at(-1)?.invocationId;
    }
    const isWhole = skipped.length + step.length === summaries.length;
    if (isWhole && summaries.length < maxEntries) return;
  }
}

/** The first entries that fit; at least one, if there is one. */
function takeWithin(summaries: readonly EntrySummary[], maxBytes: number): readonly EntrySummary[] {
  let left = maxBytes;
  const end = summaries.findIndex(({ bytes }, index) => {
    left -= bytes;
    return left < 0 && index > 0;
  });
  return end === -1 ? summaries : summaries.slice(0, end);
}

function bytesOf(summaries: readonly EntrySummary[]): number {
  return summaries.reduce((sum, { bytes }) => sum + bytes, 0);
}
