import { isEqualJson } from '../core/is-equal-json.ts';
import { specFields } from './spec-fields.ts';
import type { ToolSpec } from './tool-spec.ts';

/** Whether two specs are identical: their JSON is the same, whatever the order of keys. */
export function isSameSpec(left: ToolSpec, right: ToolSpec): boolean {
  return left === right || (isSameDefinition(left, right) && isEqualJson(left.authority, right.authority));
}

/** Whether two specs are identical, their authority apart. */
export function isSameDefinition(left: ToolSpec, right: ToolSpec): boolean {
  for (const field of specFields) {
    if (field !== 'authority' && !isEqualJson(left[field], right[field])) return false;
  }
  return true;
}
