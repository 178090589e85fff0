import { describe, expect, it } from 'vitest';
import { Artifact } from './artifact.ts';

/** An artifact that can only be streamed from its start, in these chunks. */
class Chunks extends Artifact {
  readonly #chunks: readonly string[];
  /** What was asked of the source: `pull`, or `cancel` with the reason. */
  readonly asked: unknown[] = [];

  constructor(...chunks: string[]) {
    super({ id: 'a', mimeType: 'text/plain', byteLength: chunks.join('').length });
    this.#chunks = chunks;
  }

  stream(): ReadableStream<Uint8Array> {
    const rest = this.#chunks.values();
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => {
        this.asked.push('pull');
        const { done, value } = rest.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      },
      cancel: (reason) => {
        this.asked.push(['cancel', reason]);
      },
    };
    return new ReadableStream(source, { highWaterMark: 0 });
  }
}

async function read(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  for await (const chunk of stream) texts.push(new TextDecoder().decode(chunk));
  return texts;
}

describe('Artifact', () => {
  it.each([
    { offset: 0, rest: ['abc', 'defg', 'h'] },
    { offset: 1, rest: ['bc', 'defg', 'h'] },
    { offset: 3, rest: ['defg', 'h'] },
    { offset: 5, rest: ['fg', 'h'] },
    { offset: 7, rest: ['h'] },
    { offset: 8, rest: [] },
    { offset: 9, rest: [] },
    { offset: Number.MAX_SAFE_INTEGER, rest: [] },
  ])('streams the rest from byte $offset on, without empty chunks', async ({ offset, rest }) => {
    const artifact = new Chunks('abc', '', 'defg', 'h');

    expect(await read(artifact.streamFrom(offset))).toEqual(rest);
    expect(await read(artifact.streamFrom(offset))).toEqual(rest);
  });

  it('fails for a source that gives nothing but empty chunks', async () => {
    const artifact = new Chunks('abc', ...Array.from({ length: 10_001 }, () => ''), 'end');

    await expect(read(artifact.streamFrom(1))).rejects.toThrow('empty chunks');
  });

  it('asks its source for what is read, and not before', async () => {
    const artifact = new Chunks('abc', 'def', 'ghi');
    const reader = artifact.streamFrom(4).getReader();
    await new Promise(setImmediate);
    expect(artifact.asked).toEqual([]);

    await reader.read();
    await new Promise(setImmediate);

    expect(artifact.asked).toEqual(['pull', 'pull']);
  });

  it('passes it on to its source when a reader stops, also while it skips', async () => {
    const artifact = new Chunks('abc', 'def', 'ghi');
    const reader = artifact.streamFrom(1).getReader();
    await reader.read();
    await reader.cancel('enough');
    expect(artifact.asked).toEqual(['pull', ['cancel', 'enough']]);

    const waiting = artifact.streamFrom(100).getReader();
    const reading = waiting.read();
    await waiting.cancel('too much');

    expect(await reading).toEqual({ done: true, value: undefined });
    expect(artifact.asked.at(-1)).toEqual(['cancel', 'too much']);
  });

  it('passes it on to its readers when the source fails', async () => {
    const failure = new Error('The source is gone.');
    class Broken extends Artifact {
      stream(): ReadableStream<Uint8Array> {
        return new ReadableStream({ start: (controller) => controller.error(failure) });
      }
    }
    const artifact = new Broken({ id: 'a', mimeType: 'text/plain', byteLength: 3 });

    await expect(read(artifact.streamFrom(1))).rejects.toBe(failure);
  });

  it('is told from what only looks like one', () => {
    const artifact = new Chunks('abc');

    expect(Artifact.isArtifact(artifact)).toBe(true);
    for (const other of [{ ...artifact }, Object.create(Artifact.prototype), null, 'a', () => artifact]) {
      expect(Artifact.isArtifact(other)).toBe(false);
    }
  });
});
