export const mimeType = 'text/plain';

const ARTIFACTS = 40;
const MAX_BYTES = 300_000;
const CHUNK_BYTES = 20_000;

/** The artifacts that a process of one round puts. */
export function artifactIds(round: number): readonly string[] {
  return Array.from({ length: ARTIFACTS }, (_, index) => `${round}/${index}`);
}

/** What the artifact of an id holds: another text, of another length, for each. */
export function bytesOf(id: string): Uint8Array {
  const [round = 0, index = 0] = id.split('/').map(Number);
  return new Uint8Array(Buffer.alloc(((round * ARTIFACTS + index) * 7_919) % MAX_BYTES, `${id} `));
}

/** The same as it is put: every other one as a stream. */
export function createContent(id: string): Uint8Array | ReadableStream<Uint8Array> {
  const bytes = bytesOf(id);
  if (Number(id.at(-1)) % 2 === 0) return bytes;
  let position = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (position >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(position, position + CHUNK_BYTES));
      position += CHUNK_BYTES;
    },
  });
}
