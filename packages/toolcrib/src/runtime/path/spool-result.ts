import { sha256Hex } from '#hash';
import { Artifact } from '../../core/artifact.ts';
import type { JsonValue } from '../../core/json.ts';
import { Media } from '../../core/media.ts';
import type { ToolContent } from '../../core/schema/tool-schema.ts';
import type { Tool } from '../../core/tool.ts';
import { isTrustedContent } from '../../core/trust.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { CallResult } from '../call-result.ts';
import type { SideEffect } from '../call-status.ts';
import { decodeText } from '../decode-text.ts';
import type { RuntimeParts } from '../parts.ts';
import { keepText, type Redactor } from '../render/redactor.ts';
import { EMPTY_PREVIEW, previewOf, readPreview } from '../spool/preview.ts';
import { bounded } from './bounded.ts';
import { Ending } from './ending.ts';
import { effectOf, hostFailed, oversizedResult } from './problems.ts';

/** Gives a checked result the form of a record. What is too large for a model is stored; a handle is left. */
export function spoolResult(
  parts: RuntimeParts,
  call: Call,
  { tool, value }: { readonly tool: Tool; readonly value: unknown },
): Awaitable<Ending> {
  const sideEffect = effectOf(call, 'done');
  const isJson = tool.outputSchema !== undefined && call.reverts === undefined;
  // Without an output schema, only content has passed the check.
  const isTrusted = isJson ? tool.trusted : isTrustedContent(tool, value as ToolContent);
  // With an output schema, only JSON has.
  const spooling = isJson
    ? spoolJson(parts, call, value as JsonValue)
    : spoolContent(parts, call, value as ToolContent);
  return spooling instanceof Promise
    ? spooling.then((result) => end(result, { sideEffect, isTrusted }))
    : end(spooling, { sideEffect, isTrusted });
}

function end(
  result: CallResult | Ending,
  facts: { readonly sideEffect: SideEffect; readonly isTrusted: boolean },
): Ending {
  return result instanceof Ending ? result : Ending.ok(result, facts);
}

function spoolJson(parts: RuntimeParts, call: Call, value: JsonValue): Awaitable<CallResult | Ending> {
  const text = JSON.stringify(value);
  if (fitsInline(parts, text)) return { kind: 'json', value };
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= parts.limits.maxInlineBytes) return { kind: 'json', value };
  return store(parts, call, { bytes, mimeType: 'application/json' });
}

function spoolContent(parts: RuntimeParts, call: Call, content: ToolContent): Awaitable<CallResult | Ending> {
  if (typeof content === 'string') {
    if (fitsInline(parts, content)) return { kind: 'text', text: content };
    const bytes = new TextEncoder().encode(content);
    if (bytes.length <= parts.limits.maxInlineBytes) return { kind: 'text', text: content };
    return store(parts, call, { bytes, mimeType: 'text/plain' });
  }
  if (content instanceof Uint8Array) return spoolBytes(parts, call, content);
  if (Artifact.isArtifact(content)) return describe(parts, call, content);
  return { kind: 'media', media: Object.freeze(Media.isMedia(content) ? [content] : [...content]) };
}

/** Bytes that are no text mean nothing to a model, whatever their number. Those that are text are shown as text. */
function spoolBytes(parts: RuntimeParts, call: Call, content: Uint8Array): Awaitable<CallResult | Ending> {
  // The handler may still hold it, and the `slice` of a Buffer would share its memory.
  const bytes = new Uint8Array(content);
  // No more is read of bytes that cannot be stored.
  const isText = bytes.length <= parts.limits.maxResultBytes && decodeText(bytes) !== undefined;
  if (isText && bytes.length <= parts.limits.maxInlineBytes) return { kind: 'bytes', bytes };
  return store(parts, call, { bytes, mimeType: isText ? 'text/plain' : 'application/octet-stream' });
}

async function store(
  parts: RuntimeParts,
  call: Call,
  { bytes, mimeType }: { readonly bytes: Uint8Array; readonly mimeType: string },
): Promise<CallResult | Ending> {
  const sideEffect = effectOf(call, 'done');
  const { maxResultBytes, previewBytes } = parts.limits;
  if (bytes.length > maxResultBytes) {
    return oversizedResult(call, { bytes: bytes.length, maxBytes: maxResultBytes, sideEffect });
  }
  const preview =
    mimeType === 'application/octet-stream'
      ? EMPTY_PREVIEW
      : previewOf(bytes, previewBytes, redactorOf(parts, call));
  try {
    const storing = Promise.resolve(parts.artifacts.put(bytes, { id: parts.randomId(), mimeType }));
    const outcome = await bounded(parts, call, storing);
    if ('ending' in outcome) return outcome.ending.withEffect(sideEffect);
    if (!Artifact.isArtifact(outcome.value)) throw new TypeError('The artifact store gave no artifact.');
    // A turn asks whether results have changed; others need not wait for a hash of megabytes.
    const sha256 = call.turnId === undefined ? undefined : sha256Hex(bytes);
    return { kind: 'artifact', artifact: outcome.value, ...preview, ...(sha256 !== undefined && { sha256 }) };
  } catch (cause) {
    return hostFailed(call, { code: 'E_ARTIFACT_FAILED', cause, sideEffect });
  }
}

/** An artifact of the tool itself is read as far as its preview goes. */
async function describe(parts: RuntimeParts, call: Call, artifact: Artifact): Promise<CallResult | Ending> {
  try {
    const outcome = await bounded(
      parts,
      call,
      readPreview(artifact, parts.limits.previewBytes, redactorOf(parts, call)),
    );
    return 'value' in outcome
      ? { kind: 'artifact', artifact, ...outcome.value }
      : outcome.ending.withEffect(effectOf(call, 'done'));
  } catch (cause) {
    return hostFailed(call, { code: 'E_ARTIFACT_FAILED', cause, sideEffect: effectOf(call, 'done') });
  }
}

function redactorOf({ redact }: RuntimeParts, { tool, keepsSecrets }: Call): Redactor {
  return tool?.redact === false || keepsSecrets ? keepText : redact;
}

/** A character has at most three bytes for each of its code units. */
function fitsInline(parts: RuntimeParts, text: string): boolean {
  return text.length * 3 <= parts.limits.maxInlineBytes;
}
