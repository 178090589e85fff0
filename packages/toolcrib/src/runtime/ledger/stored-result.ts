import { fromBase64, toBase64 } from '../base64.ts';
import type { CallResult } from '../call-result.ts';
import type { StoredResult } from './ledger-entry.ts';

/** A result as a ledger keeps it. */
export function storeResult(result: CallResult): StoredResult {
  switch (result.kind) {
    case 'text':
    case 'json':
      return result;
    case 'bytes':
      return { kind: 'bytes', base64: toBase64(result.bytes) };
    case 'media':
      return { kind: 'media', media: result.media.map((media) => media.toJSON()) };
    case 'artifact': {
      const { id, mimeType, byteLength } = result.artifact;
      return { kind: 'artifact', artifact: { id, mimeType, byteLength }, preview: result.preview };
    }
    case 'omitted':
      return 'id' in result.description
        ? { kind: 'artifact', artifact: result.description, preview: '' }
        : { kind: 'media', media: result.description };
  }
}

/** A result as it comes back. The bytes of media and artifacts are not there any more. */
export function loadResult(stored: StoredResult): CallResult {
  switch (stored.kind) {
    case 'text':
    case 'json':
      return stored;
    case 'bytes':
      return { kind: 'bytes', bytes: fromBase64(stored.base64) };
    case 'media':
      return { kind: 'omitted', description: stored.media };
    case 'artifact':
      return { kind: 'omitted', description: stored.artifact };
  }
}
