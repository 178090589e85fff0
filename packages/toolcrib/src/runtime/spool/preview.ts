import type { Artifact } from '../../core/artifact.ts';
import { findRedactions, type Redaction } from '../render/redactions.ts';
import type { Redactor } from '../render/redactor.ts';
import { isText } from './is-text.ts';

/** How far the redactor looks beyond the end of a preview, in bytes, for a secret that begins in it. */
const MARGIN_BYTES = 4_096;

const MAX_CHUNKS = 10_000;

/** The beginning of a text, and what was taken out of it. */
export interface Preview {
  readonly preview: string;
  readonly redactions?: readonly Redaction[];
}

export const EMPTY_PREVIEW: Preview = Object.freeze({ preview: '' });

/** The beginning of a text, in bytes, without half a character at its end and without half a secret. */
export function previewOf(bytes: Uint8Array, maxBytes: number, redact: Redactor): Preview {
  const read = (length: number) =>
    new TextDecoder().decode(bytes.subarray(0, length), { stream: bytes.length > length });
  const head = read(maxBytes);
  const clean = redact(head);
  const preview = commonStart(clean, redact(read(maxBytes + MARGIN_BYTES)));
  return clean === head ? { preview } : { preview, redactions: findRedactions(head, preview) };
}

/** The beginning of an artifact that is text; nothing of one that is not. */
export async function readPreview(artifact: Artifact, maxBytes: number, redact: Redactor): Promise<Preview> {
  if (!isText(artifact.mimeType)) return EMPTY_PREVIEW;
  const head = await readHead(artifact, maxBytes + MARGIN_BYTES);
  return previewOf(head, maxBytes, redact);
}

async function readHead(artifact: Artifact, maxBytes: number): Promise<Uint8Array> {
  const reader = artifact.stream().getReader();
  const head = new Uint8Array(maxBytes);
  let length = 0;
  // A stream of nothing but empty chunks would never end.
  for (let chunk = 0; length < maxBytes && chunk < MAX_CHUNKS; chunk++) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(0, maxBytes - length);
    head.set(part, length);
    length += part.length;
  }
  // Nobody waits for the rest, and a source that cannot be cancelled is not our concern.
  reader.cancel().catch(() => undefined);
  return head.subarray(0, length);
}

/** What both begin with: a secret that only the longer one has whole is in neither. */
function commonStart(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return left.slice(0, length).toWellFormed();
}
