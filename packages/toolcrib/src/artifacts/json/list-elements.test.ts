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
      bounds: {
        maxBytes: 1_000,
        maxMs: 0,
        signal: new AbortController().signal,
        redact: (text: string) => text,
      },
      show: () => undefined,
    });

    expect(finishMatches(listed, { kind: 'lines' }, 0)).toBe(
      'No matches among elements 0 to 1. There is more. Continue with from: 2.',
    );
  });
});

describe('a long search', () => {
  const search = (elements: AsyncIterable<readonly JsonElement[]>, signal: AbortSignal) =>
    listElements({
      elements,
      wish: { from: 0 },
      bounds: { maxBytes: 1_000, maxMs: 10_000, signal, redact: (text: string) => text },
      show: () => undefined,
    });

  it('[A3] lets timers run meanwhile', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 1);

    await expect(search(batches(2_000_000), controller.signal)).rejects.toThrow('enough');
  });

  it('[A3] is stopped by its signal after any batch', async () => {
    const controller = new AbortController();
    let given = 0;
    async function* elements(): AsyncGenerator<readonly JsonElement[], void> {
      for await (const batch of batches(10)) {
        given++;
        controller.abort(new Error('enough'));
        yield batch;
      }
    }

    await expect(search(elements(), controller.signal)).rejects.toThrow('enough');
    expect(given).toBe(1);
  });
});
