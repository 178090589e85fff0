import type { JsonArray, JsonValue } from '../../../core/json.ts';
import type { Journal } from '../journal.ts';
import { createAcceptsNull } from './accepts-null.ts';
import type { Draft, DraftNote } from './context.ts';

/**
 * Has every property that may be missing accept null as well, which stands for a missing one.
 *
 * @returns the properties whose null is not one of the tool's own, by the object that has them.
 */
export function makeNullable(
  root: Draft,
  notes: ReadonlyMap<Draft, DraftNote>,
  journal: Journal,
): ReadonlyMap<Draft, ReadonlySet<string>> {
  const acceptsNull = createAcceptsNull(root);
  const added = new Map<Draft, ReadonlySet<string>>();
  for (const [draft, { at, optional }] of notes) {
    if (optional === undefined) continue;
    // A closed object has its properties in an object that is not frozen yet.
    const properties = draft.properties as Draft;
    const names = [...optional].filter((name) => !acceptsNull(properties[name] as Draft));
    for (const name of names) properties[name] = addNull(properties[name] as Draft);
    if (names.length > 0) added.set(draft, new Set(names));
    const list = [...optional].map((name) => JSON.stringify(name)).join(', ');
    const detail = `Null stands for a property that is left out: ${list}.`;
    journal.note({ pointer: at, keyword: 'required', action: 'rewritten', detail });
  }
  return added;
}

function addNull(schema: Draft): Draft {
  const { anyOf, $ref, const: value, enum: values, type } = schema;
  if ($ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (Array.isArray(anyOf)) {
    schema.anyOf = [...anyOf, { type: 'null' }];
    return schema;
  }
  if (type !== undefined) schema.type = [...toList(type), 'null'];
  if (value !== undefined) {
    delete schema.const;
    schema.enum = [value, null];
  } else if (Array.isArray(values)) schema.enum = [...values, null];
  return schema;
}

function toList(value: JsonValue): JsonArray {
  return Array.isArray(value) ? value : [value];
}
