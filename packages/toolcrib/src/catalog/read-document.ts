import type { JsonObject } from '../core/json.ts';
import type { Fail } from './field-reader.ts';
import { readSourceDocument, SOURCE_PREFIX } from './publishing/inspect-source.ts';
import { readPolicyDocument } from './publishing/publish-policy.ts';
import { readRemovedName } from './publishing/removed-name.ts';
import { readDraft, toDraftDocument } from './publishing/tool-draft.ts';
import { readToolsetDocument } from './toolsets/toolset-document.ts';

/** A frozen copy of a document of a snapshot; whatever `fail` throws if it is none that could stand under this key. */
export function readDocument(key: string, value: unknown, fail: Fail): JsonObject {
  const [kind] = key.split('/', 1);
  switch (kind) {
    case 'removed':
      return readRemovedName(key, value, fail);
    case 'draft':
      return toDraftDocument(readDraft(key, value, fail));
    case 'policy':
      return readPolicyDocument(key, value, fail);
    case SOURCE_PREFIX:
      return readSourceDocument(key, value, fail);
    case 'toolset':
      return readToolsetDocument(key, value, fail);
    default:
      return fail('', 'is of a kind that is not known');
  }
}
