import type { Artifact } from '../../core/artifact.ts';

/** The beginning of a text, in bytes, without half a character at its end. */
export function previewOf(bytes: Uint8Array, maxBytes: number): string {
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: bytes.length > maxBytes });
}

/** The beginning of an artifact that is text; nothing of one that is not. */
export async function readPreview(artifact: Artifact, maxBytes: number): Promise<string> {
  if (!/^text\/|json|xml|yaml/.test(artifact.mimeType)) return '';
  const decoder = new TextDecoder();
  const reader = artifact.stream().getReader();
  let text = '';
  let left = maxBytes;
  while (left > 0) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
  }
  // Nobody waits for the rest, and a source that cannot be cancelled is not our concern.
  reader.cancel().catch(() => undefined);
  return text;
}
