import type { JsonArray, JsonValue } from '../../../core/json.ts';
import { createAcceptsNull } from './accepts-null.ts';
import { type Context, type Draft, type DraftNote, isExact } from './context.ts';

/** Names of properties, by the object that has them. */
type NamesByObject = ReadonlyMap<Draft, ReadonlySet<string>>;

/** What became of properties that may be missing. */
export interface Nullable {
  /** Those whose null is not one of the tool's own, and stands for a missing one. */
  readonly added: NamesByObject;
  /** All of them: on the wire, each has to be there. */
  readonly optional: NamesByObject;
}

/** Has every property that may be missing accept null as well, which stands for a missing one. */
export function makeNullable(root: Draft, context: Context): Nullable {
  const acceptsNull = createAcceptsNull(root);
  const added = new Map<Draft, ReadonlySet<string>>();
  const optional = new Map<Draft, ReadonlySet<string>>();
  for (const [draft, note] of context.notes) {
    if (note.optional === undefined) continue;
    optional.set(draft, note.optional);
    // A closed object has its properties in an object that is not frozen yet.
    const properties = draft.properties as Draft;
    const names = new Set([...note.optional].filter((name) => !acceptsNull(properties[name] as Draft)));
    for (const name of names) properties[name] = addNull(properties[name] as Draft);
    if (names.size > 0) added.set(draft, names);
    noteNulls(note, names, context);
  }
  return { added, optional };
}

function noteNulls(
  { at, optional, nullByDefault }: DraftNote,
  added: ReadonlySet<string>,
  context: Context,
): void {
  const note = (action: 'rewritten' | 'narrowed', names: readonly string[], detail: string): void => {
    if (names.length === 0) return;
    const list = names.map((name) => JSON.stringify(name)).join(', ');
    context.journal.note({ pointer: at, keyword: 'required', action, detail: `${detail}: ${list}.` });
  };
  const own = [...(optional ?? [])].filter((name) => !added.has(name));
  const certain = own.filter((name) => nullByDefault?.has(name));
  const uncertain = own.filter((name) => !nullByDefault?.has(name));
  note('rewritten', [...added], 'Null stands for a property that is left out');
  note('rewritten', certain, 'Null is sent where it is the default of a property that is left out');
  if (!isExact(context)) {
    note('narrowed', uncertain, 'These cannot be left out any more, only null');
    return;
  }
  for (const name of uncertain) {
    const detail = `${JSON.stringify(name)} may be null or left out, which strict arguments cannot tell apart.`;
    context.journal.refuse(at, 'required', detail);
  }
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
