import { describe, expect, it } from 'vitest';
import { sampleEntry } from '../../stores/testkit/sample-entry.ts';
import { type FindInStepsOptions, findInSteps } from './find-in-steps.ts';
import type { LedgerQuery } from './ledger.ts';
import { memoryLedger } from './memory-ledger.ts';

/** A ledger with an entry for each number of bytes, and what was read of it. */
function createLedger(sizes: readonly number[]) {
  const inner = memoryLedger();
  const ids = sizes.map((_, index) => String.fromCharCode(97 + index));
  for (const invocationId of ids) inner.insert(sampleEntry({ invocationId, state: 'waiting' }));
  const found: string[] = [];
  const ledger = {
    find: async (query: LedgerQuery) => {
      const entries = await inner.find(query);
      found.push(entries.map(({ invocationId }) => invocationId).join(''));
      return entries;
    },
    findSummaries: async (query: LedgerQuery) =>
      (await inner.findSummaries(query)).map((summary) => ({
        ...summary,
        bytes: sizes[ids.indexOf(summary.invocationId)] ?? 0,
      })),
  };
  return { inner, ledger, found };
}

async function stepsOf(
  ledger: Parameters<typeof findInSteps>[0],
  options: FindInStepsOptions,
  query: Partial<LedgerQuery> = {},
) {
  const steps: string[] = [];
  for await (const { entries, bytes } of findInSteps(ledger, { states: ['waiting'], ...query }, options)) {
    steps.push(`${entries.map(({ invocationId }) => invocationId).join('')}:${bytes}`);
  }
  return steps;
}

describe('findInSteps', () => {
  it('reads no more entries, and no more bytes, than a step may have', async () => {
    const { ledger } = createLedger([1, 1, 1, 5, 5, 20, 1, 9]);

    expect(await stepsOf(ledger, { maxEntries: 3, maxBytes: 10 })).toEqual([
      'abc:3',
      'de:10',
      'f:20',
      'gh:10',
    ]);
    expect(await stepsOf(ledger, { maxBytes: 10 })).toEqual(['abcd:8', 'e:5', 'f:20', 'gh:10']);
    expect(await stepsOf(ledger, {})).toEqual(['abcdefgh:43']);
    expect(await stepsOf(ledger, { maxBytes: 0 }, { newestFirst: true, after: 'c' })).toEqual(['b:1', 'a:1']);
    expect(await stepsOf(ledger, {}, { states: ['running'] })).toEqual([]);
  });

  it('leaves out what is not needed where that saves reading', async () => {
    const { ledger, found } = createLedger([1, 1, 1, 1, 1, 1, 1, 1]);
    const isNeeded = ({ invocationId }: { readonly invocationId: string }) => 'ceh'.includes(invocationId);

    await stepsOf(ledger, { maxEntries: 2, isNeeded });
    expect(found.splice(0)).toEqual(['cd', 'ef', 'h']);
    await stepsOf(ledger, { isNeeded: () => false });
    expect(found).toEqual([]);
  });

  it('gives each entry once, though entries go while it reads', async () => {
    const { inner, ledger } = createLedger([1, 1, 1, 1, 1]);
    const racing = {
      ...ledger,
      findSummaries: async (query: LedgerQuery) => {
        const summaries = await ledger.findSummaries(query);
        const [next] = summaries;
        const entry = next && (await inner.get(next.invocationId));
        if (entry) inner.replace({ ...entry, state: 'running', revision: entry.revision + 1 });
        return summaries;
      },
    };

    expect(await stepsOf(racing, { maxBytes: 2 })).toEqual(['bc:2', 'e:2']);
  });
});
