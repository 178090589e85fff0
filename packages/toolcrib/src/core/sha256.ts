const BLOCK_BYTES = 64;
const STATE_WORDS = 8;
const ROUNDS = 64;

/** Where the state starts, and what is added in each round: see {@link fractionsOfRoots}. */
const initialState = fractionsOfRoots(STATE_WORDS, 1 / 2);
const roundConstants = fractionsOfRoots(ROUNDS, 1 / 3);

/** The SHA-256 digest of some bytes (FIPS 180-4), at once and on every platform. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = pad(bytes);
  const state = initialState.slice();
  const schedule = new Int32Array(ROUNDS);
  for (let offset = 0; offset < padded.byteLength; offset += BLOCK_BYTES) {
    for (let index = 0; index < 16; index++) schedule[index] = padded.getInt32(offset + index * 4);
    expand(schedule);
    compress(state, schedule);
  }
  const digest = new DataView(new ArrayBuffer(STATE_WORDS * 4));
  for (let index = 0; index < STATE_WORDS; index++) digest.setInt32(index * 4, at(state, index));
  return new Uint8Array(digest.buffer);
}

/** A one, zeros, and the length in bits, so that whole blocks come out. */
function pad(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  return view;
}

function expand(words: Int32Array): void {
  for (let index = 16; index < ROUNDS; index++) {
    const early = at(words, index - 15);
    const late = at(words, index - 2);
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = (at(words, index - 16) + sigma0 + at(words, index - 7) + sigma1) | 0;
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let round = 0; round < ROUNDS; round++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + at(roundConstants, round) + at(schedule, round)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  state[0] = (at(state, 0) + a) | 0;
  state[1] = (at(state, 1) + b) | 0;
  state[2] = (at(state, 2) + c) | 0;
  state[3] = (at(state, 3) + d) | 0;
  state[4] = (at(state, 4) + e) | 0;
  state[5] = (at(state, 5) + f) | 0;
  state[6] = (at(state, 6) + g) | 0;
  state[7] = (at(state, 7) + h) | 0;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function at(words: Int32Array, index: number): number {
  // Every index here is inside its array.
  return words[index] as number;
}

/** The first 32 bits of the fractions of roots of the first primes, which is how the standard defines them. */
function fractionsOfRoots(count: number, exponent: number): Int32Array {
  const words = new Int32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    if (!isPrime(candidate)) continue;
    words[found++] = Math.floor((candidate ** exponent % 1) * 2 ** 32);
  }
  return words;
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}
