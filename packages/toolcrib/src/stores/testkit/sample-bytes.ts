import type { Artifact } from '../../index.ts';
import { assertThat } from './assert.ts';

/** Bytes that tell where they are: no part of them is equal to another of the same length. */
export function sampleBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let position = 0; position + 4 <= length; position += 4) view.setUint32(position, position);
  for (let position = length - (length % 4); position < length; position++) bytes[position] = position;
  return bytes;
}

/** A stream of bytes in chunks of one size. */
export function sampleStream(bytes: Uint8Array, chunkBytes: number): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (position >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(position, position + chunkBytes));
      position += chunkBytes;
    },
  });
}

/** All that a stream gives. Fails when it gives something other than bytes, or more than `maxBytes`. */
export async function readAll(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxBytes);
  const reader = stream.getReader();
  let length = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const chunk: unknown = step.value;
    assertThat(chunk instanceof Uint8Array, 'A chunk should be a Uint8Array.');
    assertThat(length + chunk.byteLength <= maxBytes, `A stream should end after ${maxBytes} bytes.`);
    bytes.set(chunk, length);
    length += chunk.byteLength;
  }
  return bytes.subarray(0, length);
}

/** Compares bytes by what is where. */
export function assertSameBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  assertThat(
    actual.byteLength === expected.byteLength,
    `${what} should have ${expected.byteLength} bytes, but has ${actual.byteLength}.`,
  );
  for (let position = 0; position < expected.byteLength; position++) {
    if (actual[position] !== expected[position])
      throw new Error(`${what} should not differ at byte ${position}.`);
  }
}

/** Looks at an artifact and reads all of it. */
export async function assertHolds(
  artifact: Artifact | undefined,
  expected: { readonly bytes: Uint8Array; readonly id: string; readonly mimeType: string },
): Promise<void> {
  const what = `The artifact ${JSON.stringify(expected.id).slice(0, 80)}`;
  assertThat(artifact !== undefined, `${what} should be known.`);
  assertThat(artifact.id === expected.id, `${what} should tell its id.`);
  assertThat(artifact.mimeType === expected.mimeType, `${what} should tell its MIME type.`);
  assertThat(artifact.byteLength === expected.bytes.byteLength, `${what} should tell its length.`);
  assertSameBytes(await readAll(artifact.stream(), expected.bytes.byteLength), expected.bytes, what);
}
