import type { JsonObject } from '../../core/json.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import { type Fail, FieldReader } from '../field-reader.ts';

const PREFIX = 'removed';

/**
 * The key of what is left of a tool that was removed where changes are reviewed: that there was one. Otherwise removing a
 * tool, and registering another one of its name, would get around every review.
 */
export function removedKey(name: string): string {
  return pointerTo(PREFIX, name);
}

/** A frozen copy of what is left of a tool; whatever `fail` throws if it is none. */
export function readRemovedName(key: string, value: unknown, fail: Fail): JsonObject {
  if (!/^removed\/[^/]+$/.test(key)) fail('', 'stands under a key that no removed tool has');
  return Object.freeze({ removedAt: new FieldReader(value, ['removedAt'], fail).date('removedAt') });
}
