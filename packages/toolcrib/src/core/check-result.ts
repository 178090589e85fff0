import { Artifact } from './artifact.ts';
import type { CheckOutcome } from './issue.ts';
import { copyJson, describeType } from './json.ts';
import { Media } from './media.ts';
import type { SchemaReader } from './schema/schema-reader.ts';

/**
 * Checks what a handler returned. Without an output schema it is content: text, bytes, Media or an
 * artifact, given back as it is. With one it is the JSON value that the schema describes, and nothing
 * else, given back as a frozen copy.
 */
export function checkResult(
  value: unknown,
  output: SchemaReader | undefined,
): CheckOutcome<unknown> | Promise<CheckOutcome<unknown>> {
  if (output === undefined) return isContent(value) ? { ok: true, value } : refuse(value);
  const copy = copyJson(value);
  if (!copy.ok) return copy;
  const outcome = output.check(copy.value);
  return outcome instanceof Promise ? outcome.then(requireJson) : requireJson(outcome);
}

function isContent(value: unknown): boolean {
  return (
    typeof value === 'string' ||
    value instanceof Uint8Array ||
    Media.isMedia(value) ||
    (Artifact.isArtifact(value) && isDescribed(value)) ||
    (Array.isArray(value) && value.every((item) => Media.isMedia(item)))
  );
}

/** An artifact of a tool may say anything of itself. */
function isDescribed({ id, mimeType, byteLength }: Artifact): boolean {
  const isId = typeof id === 'string' && id !== '' && id.length <= 256;
  return isId && typeof mimeType === 'string' && Number.isSafeInteger(byteLength) && byteLength >= 0;
}

/** A schema may transform a value into something that is no JSON any more. */
function requireJson(outcome: CheckOutcome<unknown>): CheckOutcome<unknown> {
  return outcome.ok ? copyJson(outcome.value) : outcome;
}

function refuse(value: unknown): CheckOutcome<never> {
  if (Artifact.isArtifact(value)) {
    const message = 'is an artifact without an id of 1 to 256 characters, a mimeType and a byteLength';
    return { ok: false, issues: [{ path: [], message }] };
  }
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : describeType(value);
  const message = `is ${kind}; without an outputSchema a handler returns text, bytes, Media or an artifact`;
  return { ok: false, issues: [{ path: [], message }] };
}
