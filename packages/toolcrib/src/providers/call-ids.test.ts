import { describe, expect, it, vi } from 'vitest';
import type { ModelMessage } from '../runtime/model/model-message.ts';
import { withLegalCallIds } from './call-ids.ts';

/** One answer and its results, with these ids. */
function turn(...ids: readonly string[]): ModelMessage[] {
  return [
    {
      role: 'assistant',
      text: '',
      calls: ids.map((providerCallId) => ({ providerCallId, tool: 'a', args: {} })),
    },
    {
      role: 'tool',
      results: ids.map((providerCallId) => ({
        providerCallId,
        tool: 'a',
        rendering: { isError: false, parts: [{ type: 'text', text: 'Done.' }] },
      })),
    },
  ];
}

/** The ids of calls, and of their results. */
function idsOf(messages: readonly ModelMessage[]): string[][] {
  return messages.map((message) => {
    if (message.role === 'user') return [];
    const items = message.role === 'assistant' ? message.calls : message.results;
    return items.map(({ providerCallId }) => providerCallId);
  });
}

describe('withLegalCallIds', () => {
  it('leaves legal ids and texts of people alone', () => {
    const messages: ModelMessage[] = [{ role: 'user', content: 'Go.' }, ...turn('toolu_1', 'call-2')];

    expect(withLegalCallIds(messages)).toEqual(messages);
  });

  it('makes ids legal and keeps them apart, for calls and results alike', () => {
    const long = 'x'.repeat(100);
    const [calls, results] = idsOf(
      withLegalCallIds(turn('functions.a:0', 'functions.a_0', '', long, `${long}y`, '\ud800')),
    );

    expect(results).toEqual(calls);
    expect(new Set(calls).size).toBe(6);
    for (const id of calls ?? []) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('gives an id that comes again another name, and changes none that came before', () => {
    const messages = [...turn('call_0'), ...turn('call_0', 'call_1'), ...turn('call_0')];

    const ids = idsOf(withLegalCallIds(messages));

    expect(ids.filter((_, at) => at % 2 === 0)).toEqual([['call_0'], ['call_0_2', 'call_1'], ['call_0_3']]);
    expect(ids.filter((_, at) => at % 2 === 1)).toEqual(ids.filter((_, at) => at % 2 === 0));
    expect(idsOf(withLegalCallIds(messages.slice(0, 4)))).toEqual(ids.slice(0, 4));
  });

  it('keeps ids apart that differ only at their end', () => {
    const ids = ['a', 'b'].map((end) => 'x'.repeat(63) + end);
    const messages = [...turn(...ids), ...turn(...ids), ...turn(...ids)];

    const all = idsOf(withLegalCallIds(messages)).filter((_, at) => at % 2 === 0);

    expect(new Set(all.flat()).size).toBe(6);
    for (const id of all.flat()) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it.each(['call_0', 'functions.a:0'])('does work in proportion to the turns where all have %s', (id) => {
    const looked = vi.spyOn(Set.prototype, 'has');
    const hashed = vi.spyOn(String.prototype, 'toWellFormed');
    const messages = Array.from({ length: 500 }, () => turn(id)).flat();

    const ids = withLegalCallIds(messages);
    const counts = [looked.mock.calls.length, hashed.mock.calls.length];
    looked.mockRestore();
    hashed.mockRestore();

    expect(new Set(idsOf(ids).flat()).size).toBe(500);
    expect(counts[0]).toBeLessThan(1_100);
    expect(counts[1]).toBeLessThan(2);
  });
});
