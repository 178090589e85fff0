import type { Writable } from 'node:stream';

/** What code on a thread may write to a standard stream each second, and what may wait there to be read. */
const MAX_CHARS = 65_536;
const WINDOW_MS = 1_000;

type WriteCallback = (error?: Error | null) => void;

/**
 * Bounds what this thread writes to one of its standard streams. The rest is dropped, and a line in the stream says how much:
 * Node keeps in memory, without a limit, what the service has not read yet.
 */
export function boundOutput(stream: Writable): void {
  const limiter = new OutputLimiter(stream);
  stream.write = (
    chunk: unknown,
    encoding?: BufferEncoding | WriteCallback | null,
    callback?: WriteCallback | null,
  ): boolean => limiter.write(chunk, encoding, callback);
}

class OutputLimiter {
  readonly #stream: Writable;
  readonly #write: Writable['write'];
  /** Of dropped writes. A set, because `console` gives the same one each time. */
  readonly #callbacks = new Set<WriteCallback>();
  #windowStart = Number.NEGATIVE_INFINITY;
  #written = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    this.#write = stream.write.bind(stream);
  }

  write(
    chunk: unknown,
    encoding?: BufferEncoding | WriteCallback | null,
    callback?: WriteCallback | null,
  ): boolean {
    const [codec, onWritten] = typeof encoding === 'function' ? [undefined, encoding] : [encoding, callback];
    this.#renew();
    // In characters: to count the bytes of a text, V8 would copy it.
    const size = lengthOf(chunk);
    if (this.#written + size <= MAX_CHARS && this.#stream.writableLength <= MAX_CHARS) {
      this.#written += size;
      return this.#write(chunk, codec ?? 'utf8', onWritten ?? undefined);
    }
    this.#dropped += size;
    this.#renewLater();
    if (typeof onWritten === 'function') this.#callLater(onWritten);
    // There is no `drain` to wait for.
    return true;
  }

  /** Begins a new second, and tells what was dropped in the one before. */
  #renew(): void {
    const now = performance.now();
    if (now - this.#windowStart < WINDOW_MS) return;
    this.#windowStart = now;
    this.#written = 0;
    if (this.#dropped === 0 || this.#stream.writableLength > MAX_CHARS) return;
    const line = `toolcrib: ${this.#dropped} characters of output were dropped; a thread of tools may write ${MAX_CHARS} a second.\n`;
    this.#dropped = 0;
    this.#write(line, 'utf8');
  }

  /** Until it is told. A timer counts from where its turn of the event loop began, so the first may come within the second. */
  #renewLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#renew();
      if (this.#dropped > 0) this.#renewLater();
    }, WINDOW_MS).unref();
  }

  #callLater(callback: WriteCallback): void {
    const isFirst = this.#callbacks.size === 0;
    this.#callbacks.add(callback);
    if (!isFirst) return;
    setImmediate(() => {
      const callbacks = [...this.#callbacks];
      this.#callbacks.clear();
      for (const call of callbacks) call();
    });
  }
}

function lengthOf(chunk: unknown): number {
  if (typeof chunk === 'string') return chunk.length;
  return ArrayBuffer.isView(chunk) ? chunk.byteLength : 0;
}
