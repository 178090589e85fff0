import { Artifact, type ArtifactDescription, Media, Tool, ValidationError } from 'toolcrib';
import { defaultLimits } from 'toolcrib/runtime';
import type { PlainResult, ToolPart } from './thread-messages.ts';

const { maxResultBytes } = defaultLimits;
/** More is more than a model can look at, and each is an object of the service. */
const MAX_MEDIA = 1_000;
/** For the id and each other word that media and artifacts say of themselves. */
const MAX_WORD = 1_024;

/** Copies JSON, and refuses whatever else would lose its form on the way to another thread. */
const jsonCopier = new Tool({
  name: 'json',
  description: '',
  inputSchema: { type: 'object' },
  handler: () => '',
});

/**
 * What a function of a tool returned, as data. Media and artifacts are read to their end, because their streams would end
 * with the thread. Rejects with what such a stream throws.
 */
export async function toPlainResult(tool: Tool, part: ToolPart, value: unknown): Promise<PlainResult> {
  switch (part) {
    case 'handler':
      return await toPlainValue(tool, value);
    case 'verify':
      return await toPlainAnswer(tool, value);
    case 'revert':
      return { kind: 'none' };
  }
}

async function toPlainAnswer(tool: Tool, answer: unknown): Promise<PlainResult> {
  const { done, result } = Object(answer) as { readonly done?: unknown; readonly result?: unknown };
  if (done === false) return { kind: 'verified', done, result: undefined };
  if (done === true) return { kind: 'verified', done, result: await toPlainValue(tool, result) };
  return { kind: 'none' };
}

async function toPlainValue(tool: Tool, value: unknown): Promise<PlainResult> {
  if (tool.outputSchema !== undefined) return toPlainJson(value);
  // The service would refuse it too, but only after it was copied there.
  if (typeof value === 'string')
    return value.length > maxResultBytes ? tooLarge() : { kind: 'text', text: value };
  if (value instanceof Uint8Array) {
    const isTooLarge = value.byteLength > maxResultBytes;
    // A view of a larger buffer, or of shared memory, would take all of that along.
    return isTooLarge ? tooLarge() : { kind: 'bytes', bytes: new Uint8Array(value) };
  }
  if (Artifact.isArtifact(value)) return await toPlainArtifact(value);
  const media = Media.isMedia(value) ? [value] : value;
  if (Array.isArray(media) && media.every((item) => Media.isMedia(item))) {
    return await toPlainMedia(media, media !== value);
  }
  return { kind: 'invalid', problem: `is of type ${typeof value}` };
}

function toPlainJson(value: unknown): PlainResult {
  try {
    const copy = jsonCopier.validate({ value }) as { readonly value?: unknown };
    const { length } = JSON.stringify(copy.value) ?? '';
    return length > maxResultBytes ? tooLarge() : { kind: 'json', value: copy.value };
  } catch (error) {
    return {
      kind: 'invalid',
      problem: error instanceof ValidationError ? firstProblem(error) : 'is not JSON',
    };
  }
}

/** What is wrong first, and where in the value: the copier has it as a field. */
function firstProblem({ issues }: ValidationError): string {
  const [{ path, message } = { path: [], message: 'is not JSON' }] = issues;
  return [path.slice(1).join('.'), message].filter(Boolean).join(' ');
}

async function toPlainArtifact(artifact: Artifact): Promise<PlainResult> {
  const bytes = await readBytes(artifact.stream(), maxResultBytes);
  if (bytes === undefined) return tooLarge();
  const { id, mimeType } = artifact;
  // It may say anything of itself; the service checks it again.
  return isWord(id) && isWord(mimeType) ? { kind: 'artifact', id, mimeType, bytes } : badlyDescribed();
}

async function toPlainMedia(media: readonly Media[], isSingle: boolean): Promise<PlainResult> {
  if (media.length > MAX_MEDIA) return { kind: 'invalid', problem: `has more than ${MAX_MEDIA} media` };
  const read: (ReturnType<Media['toJSON']> & { readonly bytes: Uint8Array })[] = [];
  let left = maxResultBytes;
  for (const item of media) {
    const bytes = await readBytes(item.stream(), left);
    if (bytes === undefined) return tooLarge();
    left -= bytes.length;
    const { kind, mimeType, trustTier, hazard } = item.toJSON();
    if (![kind, mimeType, trustTier, hazard].every(isWord)) return badlyDescribed();
    read.push({ kind, mimeType, trustTier, hazard, bytes });
  }
  return { kind: 'media', isList: !isSingle, media: read };
}

/** All bytes of a stream; undefined if there are more than allowed. */
async function readBytes(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_WORD;
}

function badlyDescribed(): PlainResult {
  return {
    kind: 'invalid',
    problem: `describes itself by something else than texts of ${MAX_WORD} characters`,
  };
}

function tooLarge(): PlainResult {
  return { kind: 'invalid', problem: `has more than ${maxResultBytes} bytes` };
}

/** What the handler of the service returns for it. What a tool may not return is a symbol, which no result can be, with the reason. */
export function fromPlainResult(plain: PlainResult): unknown {
  switch (plain.kind) {
    case 'none':
      return undefined;
    case 'json':
      return plain.value;
    case 'text':
      return plain.text;
    case 'bytes':
      return plain.bytes;
    case 'media': {
      const media = plain.media.map(
        ({ bytes, ...description }) => new Media({ ...description, source: bytes }),
      );
      return plain.isList ? media : media[0];
    }
    case 'artifact': {
      const { bytes, id, mimeType } = plain;
      return new HeldArtifact({ id, mimeType, byteLength: bytes.length }, bytes);
    }
    case 'verified':
      return { done: plain.done, ...(plain.result && { result: fromPlainResult(plain.result) }) };
    case 'invalid':
      return Symbol(plain.problem);
  }
}

/** An artifact of an isolated tool: its bytes came along. */
class HeldArtifact extends Artifact {
  readonly #bytes: Blob;

  constructor(description: ArtifactDescription, bytes: Uint8Array) {
    super(description);
    this.#bytes = new Blob([new Uint8Array(bytes)]);
  }

  override stream(): ReadableStream<Uint8Array> {
    return this.#bytes.stream();
  }
}
