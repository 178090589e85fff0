import type { Media } from '../core/media.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import { toBase64 } from '../runtime/base64.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { mediaTypeOf } from './leave-out-media.ts';

/** Media whose bytes are in the request itself. */
export interface InlineMedia {
  /** Without parameters, in lower case. */
  readonly mimeType: string;
  readonly base64: string;
  readonly byteLength: number;
}

/**
 * Reads media for a request; or says in one sentence why a model cannot be shown them, which are also those
 * without bytes. Never rejects.
 */
export type MediaReader = (media: Media) => Promise<InlineMedia | string>;

/** How media are read. */
export interface MediaReaderOptions {
  /** Media of more bytes are not sent. @default 3.75 MiB, or 5 MiB of base64: what every provider takes */
  readonly maxBytes?: number | undefined;
  /** Media whose source takes longer are not sent. In milliseconds. @default 10 seconds */
  readonly timeoutMs?: number | undefined;
  /** @default the time of this machine */
  readonly clock?: Clock | undefined;
}

const defaults = { maxBytes: 3.75 * 1024 * 1024, timeoutMs: 10_000, clock: systemClock };
const optionNames: ReadonlySet<string> = new Set<keyof MediaReaderOptions>([
  'maxBytes',
  'timeoutMs',
  'clock',
]);
const MAX_CHUNKS = 100_000;
const MAX_EMPTY_CHUNKS = 1_000;
/** After so many chunks everybody else has a turn: a source that is always ready would leave them none. */
const CHUNKS_PER_TURN = 1_000;
/** What is left of a source that was given up may fail as it likes. */
const ignore = () => undefined;

/**
 * A reader that reads each of the media once, for as long as somebody holds it: a conversation is sent again
 * with every request, and some sources can be read only once. Texts that are not `first-party` are not shown:
 * a tool gives those as text, which gets an envelope.
 */
export function createMediaReader(options: MediaReaderOptions = {}): MediaReader {
  requireKnownOptions(options, optionNames);
  const { maxBytes = defaults.maxBytes, timeoutMs = defaults.timeoutMs, clock = defaults.clock } = options;
  const known = new WeakMap<Media, Promise<InlineMedia | string>>();
  return (media) => {
    const reading = known.get(media) ?? readMedia(media, { maxBytes, timeoutMs, clock });
    known.set(media, reading);
    return reading;
  };
}

async function readMedia(
  media: Media,
  { maxBytes, timeoutMs, clock }: typeof defaults,
): Promise<InlineMedia | string> {
  if (isForeignText(media)) return 'It is a text of others, which a model is shown in an envelope only.';
  const deadline = clock.elapsed() + timeoutMs;
  let timer: unknown;
  try {
    const reader = media.stream().getReader();
    let isCancelled = false;
    timer = clock.setTimer(() => {
      isCancelled = true;
      // A read that is pending ends with it, whatever the source does.
      reader.cancel().catch(ignore);
    }, timeoutMs);
    const isLate = () => isCancelled || clock.elapsed() >= deadline;
    const bytes = await readBytes(reader, { maxBytes, clock, isLate });
    if (typeof bytes === 'string') {
      reader.cancel().catch(ignore);
      return bytes;
    }
    return { mimeType: mediaTypeOf(media), base64: toBase64(bytes), byteLength: bytes.length };
  } catch {
    // Whatever its source threw belongs to the host, not to a model.
    return 'It could not be read.';
  } finally {
    clock.clearTimer(timer);
  }
}

/** A document of text looks to a model like any other text, and nobody but a runtime makes envelopes. */
function isForeignText(media: Media): boolean {
  return media.trustTier !== 'first-party' && mediaTypeOf(media).startsWith('text/');
}

interface ReadingLimits {
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly isLate: () => boolean;
}

/** All the bytes of a source, at least one; or why there are none. */
async function readBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { maxBytes, clock, isLate }: ReadingLimits,
): Promise<Uint8Array | string> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for (let count = 1; ; count++) {
    const step = await reader.read();
    if (isLate()) return 'It could not be read in time.';
    if (step.done) return byteLength === 0 ? 'It is empty.' : joinChunks(chunks, byteLength);
    byteLength += step.value.length;
    if (byteLength > maxBytes) return `It has more than ${maxBytes} bytes and is not shown.`;
    if (step.value.length > 0) chunks.push(step.value);
    if (count >= MAX_CHUNKS || count - chunks.length >= MAX_EMPTY_CHUNKS) {
      return 'It comes in too many pieces and is not shown.';
    }
    if (count % CHUNKS_PER_TURN === 0) await new Promise<void>((resolve) => clock.setTimer(resolve, 0));
  }
}

function joinChunks(chunks: readonly Uint8Array[], byteLength: number): Uint8Array {
  const bytes = new Uint8Array(byteLength);
  let place = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  return bytes;
}
