import { describe, expect, it } from 'vitest';
import type { JsonElement } from './json-element.ts';
import { finishMatches, listElements } from './list-elements.ts';

async function* batches(count: number): AsyncGenerator<readonly JsonElement[], void> {
  for (let index = 0; index < count; index += 2)
    yield [
      { index, node: 1 },
      { index: index + 1, node: 2 },
    ];
}

describe('a search that takes too long', () => {
  it('[A3] ends with where to go on, having got further', async () => {
    const listed = await listElements({
      elements: batches(10),
      wish: { from: 0 },
      bounds: { maxBytes: 1_000, signal: new AbortController().signal, redact: (text: string) => text },
      show: () => undefined,
      maxMs: 0,
    });

    expect(finishMatches(listed, { kind: 'lines' }, 0)).toBe(
      'No matches among elements 0 to 1. There is more. Continue with from: 2.',
    );
  });
});
