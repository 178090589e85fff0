/** 32 characters, so that every five bits are one. */
const ALPHABET = new TextEncoder().encode('0123456789abcdefghjkmnpqrstvwxyz');
/** At five bits a character, more than the 122 random bits of a UUID. */
const ID_LENGTH = 26;
const BATCH = 256;

/**
 * A source of ids of 130 random bits that nobody can guess. They are drawn and written many at a time: an id
 * of its own, as a UUID, costs as much as all the checks of a small call.
 */
export function createRandomIds(
  fill: (bytes: Uint8Array<ArrayBuffer>) => unknown = (bytes) => crypto.getRandomValues(bytes),
): () => string {
  const bytes = new Uint8Array(ID_LENGTH * BATCH);
  let text = '';
  let next = BATCH;
  return () => {
    if (next === BATCH) {
      fill(bytes);
      text = encode(bytes);
      next = 0;
    }
    const start = next++ * ID_LENGTH;
    return text.slice(start, start + ID_LENGTH);
  };
}

/** In place: the bytes are not needed afterwards. */
function encode(bytes: Uint8Array): string {
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = ALPHABET[(bytes[index] as number) & 31] as number;
  }
  return new TextDecoder().decode(bytes);
}
