import type { JsonValue } from '../core/json.ts';
import { pointerTo } from '../core/json-pointer.ts';
import { diffJson, type JsonDifference } from './diff-json.ts';
import { isSameSpec } from './is-same-spec.ts';
import { specFields } from './spec-fields.ts';
import type { ToolSpec } from './tool-spec.ts';

/** One place where two specs differ. */
export type SpecDifference = {
  readonly field: keyof ToolSpec;
  /** A JSON Pointer (RFC 6901) into the spec, such as `/inputSchema/properties/city`. */
  readonly pointer: string;
  /** Absent if there was nothing. */
  readonly before?: JsonValue;
  /** Absent if there is nothing any more. */
  readonly after?: JsonValue;
};

const NONE: readonly SpecDifference[] = Object.freeze([]);

/**
 * Where two specs differ, field by field in the order of {@link ToolSpec}, as deep inside as possible; none if they are
 * identical. Of one field at most 1,000 are told; the last of those may stand for all that follow.
 */
export function diffSpecs(before: ToolSpec, after: ToolSpec): readonly SpecDifference[] {
  // To see that they do not takes a fraction of the time.
  if (isSameSpec(before, after)) return NONE;
  return Object.freeze(
    specFields.flatMap((field) =>
      diffJson(before[field], after[field]).map((difference) => toSpecDifference(field, difference)),
    ),
  );
}

function toSpecDifference(field: keyof ToolSpec, { pointer, ...values }: JsonDifference): SpecDifference {
  return Object.freeze({ field, pointer: pointerTo('', field) + pointer, ...values });
}
