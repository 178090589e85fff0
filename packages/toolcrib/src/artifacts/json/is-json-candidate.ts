import type { ArtifactCandidate } from '../artifact-kind.ts';

/**
 * Whether an artifact is JSON by its type, or may be by its beginning: many tools give JSON as plain text.
 * Whether it can be read is found out when it is asked.
 */
export function isJsonCandidate({ artifact, preview }: ArtifactCandidate): boolean {
  const [type = ''] = String(artifact.mimeType).toLowerCase().split(';');
  if (/[/+.-](?:json|jsonl|ndjson|jsonlines|json-lines)$/.test(type.trim())) return true;
  return type.trim() === 'text/plain' && /^\ufeff?\s*[[{]/.test(preview);
}
