import type { ArtifactCandidate } from '../artifact-kind.ts';

/** Whether an artifact is Markdown by its type, or is plain text with a heading or front matter in its beginning. */
export function isMarkdownCandidate({ artifact, preview }: ArtifactCandidate): boolean {
  const [type = ''] = String(artifact.mimeType).toLowerCase().split(';');
  if (/^text\/(?:x-)?markdown$/.test(type.trim())) return true;
  if (type.trim() !== 'text/plain') return false;
  return /^\ufeff?---[ \t]*\r?\n/.test(preview) || /^ {0,3}#{1,6}[ \t]+\S/m.test(preview);
}
