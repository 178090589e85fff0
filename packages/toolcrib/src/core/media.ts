import { ConfigError } from './errors.ts';
import { requireKnownOptions } from './require-known-options.ts';

export const mediaKinds = ['image', 'audio', 'video', 'document'] as const;
export const trustTiers = ['first-party', 'third-party-private', 'third-party-public'] as const;
export const mediaHazards = ['inert', 'readable', 'opaque'] as const;

/** How a model perceives it. */
export type MediaKind = (typeof mediaKinds)[number];

/** Whose content it is: ours, an identified third party's, or anyone's. */
export type TrustTier = (typeof trustTiers)[number];

/**
 * How it could carry instructions to a model: not at all, as text that a scanner can extract, or only
 * in what the model itself perceives (pixels, speech), where no scanner sees it.
 */
export type MediaHazard = (typeof mediaHazards)[number];

/** Where the bytes come from. A function is called once per {@link Media.stream}. */
export type MediaSource =
  | Uint8Array
  | Blob
  | (() => ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>);

/** Everything that makes a {@link Media}. There are no defaults: each is a statement of the tool's author. */
export interface MediaOptions {
  readonly kind: MediaKind;
  /** Such as `image/png`. */
  readonly mimeType: string;
  readonly trustTier: TrustTier;
  readonly hazard: MediaHazard;
  readonly source: MediaSource;
}

const optionNames: ReadonlySet<string> = new Set<keyof MediaOptions>([
  'kind',
  'mimeType',
  'trustTier',
  'hazard',
  'source',
]);

/** What is said of a {@link Media} in JSON: everything but its bytes. */
export type MediaDescription = Omit<MediaOptions, 'source'>;

const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;.*)?$/;

/**
 * An image, sound, video or document that a model can take in natively. Its trust is its own: a tool's
 * `trusted` flag does not apply to it. Bytes are streamed and never part of its JSON.
 */
export class Media implements MediaDescription {
  readonly kind: MediaKind;
  readonly mimeType: string;
  readonly trustTier: TrustTier;
  readonly hazard: MediaHazard;
  readonly #source: Exclude<MediaSource, Uint8Array>;

  /** @throws ConfigError `E_INVALID_OPTION` when a field is missing or wrong. Bytes are copied. */
  constructor(options: MediaOptions) {
    requireKnownOptions(options, optionNames);
    this.kind = oneOf(mediaKinds, 'kind', options.kind);
    this.trustTier = oneOf(trustTiers, 'trustTier', options.trustTier);
    this.hazard = oneOf(mediaHazards, 'hazard', options.hazard);
    if (typeof options.mimeType !== 'string' || !MIME_TYPE.test(options.mimeType)) {
      throw invalid('mimeType', 'a MIME type such as "image/png"');
    }
    this.mimeType = options.mimeType;
    this.#source = toSource(options.source);
    Object.freeze(this);
  }

  static isMedia(value: unknown): value is Media {
    return typeof value === 'object' && value !== null && #source in value;
  }

  /** The bytes, from the start. A source that is a one-time stream can be read once. */
  stream(): ReadableStream<Uint8Array> {
    if (this.#source instanceof Blob) return this.#source.stream();
    const opened = this.#source();
    return opened instanceof ReadableStream ? opened : toStream(opened);
  }

  toJSON(): MediaDescription {
    const { kind, mimeType, trustTier, hazard } = this;
    return { kind, mimeType, trustTier, hazard };
  }
}

function oneOf<const Value extends string>(allowed: readonly Value[], option: string, value: Value): Value {
  if (allowed.includes(value)) return value;
  throw invalid(option, `one of ${allowed.map((name) => `"${name}"`).join(', ')}`);
}

function toSource(source: MediaSource): Exclude<MediaSource, Uint8Array> {
  // A Blob cannot be changed afterwards, a Uint8Array can.
  if (source instanceof Uint8Array) return new Blob([source.slice()]);
  if (source instanceof Blob || typeof source === 'function') return source;
  throw invalid('source', 'bytes, a Blob, or a function that opens a stream');
}

function toStream(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await iterator.next();
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function invalid(option: string, expected: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `Media needs ${option} to be ${expected}.`, {
    context: { option },
  });
}
