import { isEqualJson } from '../core/is-equal-json.ts';
import { specFields } from './spec-fields.ts';
import type { ToolSpec } from './tool-spec.ts';

/** Whether two specs are identical: their JSON is the same, whatever the order of keys. */
export function isSameSpec(left: ToolSpec, right: ToolSpec): boolean {
  if (left === right) return true;
  for (const field of specFields) if (!isEqualJson(left[field], right[field])) return false;
  return true;
}
