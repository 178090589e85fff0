import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';
import { listRewrites } from './rewrite-schema.ts';
import { getAt, isSchema, listPlaces, replaceAt, type Schema } from './schema-places.ts';

/** Which change is made; the numbers choose among what is possible, whatever their size. */
export interface SchemaMutation {
  readonly place: number;
  readonly edit: number;
  readonly amount: number;
  /** What is put in where a new schema is needed. */
  readonly fresh: Schema;
}

type Edit = () => JsonValue;

/** A schema with one place added, removed, tightened, loosened or written in another way. */
export function mutateSchema(schema: Schema, mutation: SchemaMutation): Schema {
  const places = listPlaces(schema);
  const path = places[mutation.place % places.length] ?? [];
  const found = getAt(schema, path);
  if (!isSchema(found)) return schema;
  // The root keeps what others refer to, and its dialect.
  const { frame, rest } = path.length === 0 ? splitFrame(found) : { frame: {}, rest: found };
  const edits = [
    ...listReplacements(schema, rest, mutation),
    ...(typeof rest === 'boolean' ? [] : listKeywordEdits(rest, mutation)),
    ...listRewrites(rest, mutation.amount).map((rewritten) => () => rewritten),
  ];
  const replacement = edits[mutation.edit % edits.length]?.() ?? rest;
  if (Object.keys(frame).length === 0) return replaceAt(schema, path, replacement) as Schema;
  return { ...(isJsonObject(replacement) ? replacement : { allOf: [replacement] }), ...frame };
}

/** Takes apart what a schema says, and what belongs to its document. */
export function splitFrame(schema: Schema): { readonly frame: JsonObject; readonly rest: Schema } {
  if (typeof schema === 'boolean') return { frame: {}, rest: schema };
  const entries = Object.entries(schema);
  const isFrame = (keyword: string) => ['$schema', '$defs', 'definitions'].includes(keyword);
  return {
    frame: Object.fromEntries(entries.filter(([keyword]) => isFrame(keyword))),
    rest: Object.fromEntries(entries.filter(([keyword]) => !isFrame(keyword))),
  };
}

/** Edits that do not look into the schema. */
function listReplacements(root: Schema, current: Schema, { amount, fresh }: SchemaMutation): Edit[] {
  const others = listPlaces(root);
  const other = getAt(root, others[amount % others.length] ?? []) ?? true;
  const object = typeof current === 'boolean' ? { allOf: [current] } : current;
  return [
    () => true,
    () => fresh,
    () => other,
    () => ({ ...object, ...(isJsonObject(fresh) ? fresh : { not: !fresh }) }),
    () => ({ anyOf: [current, fresh] }),
    () => ({ allOf: [current, fresh] }),
    () => ({ oneOf: [current, fresh] }),
    () => ({ not: current }),
    () => ({ if: fresh, [amount % 2 === 0 ? 'then' : 'else']: current }),
  ];
}

function listKeywordEdits(schema: JsonObject, mutation: SchemaMutation): Edit[] {
  const edits: Edit[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    edits.push(() => omit(schema, keyword));
    for (const changed of listChanges(keyword, value, mutation)) {
      edits.push(() => ({ ...schema, [keyword]: changed }));
    }
  }
  return edits;
}

/** Other values that a keyword may have, near the one it has. */
function listChanges(keyword: string, value: JsonValue, { amount, fresh }: SchemaMutation): JsonValue[] {
  if (typeof value === 'number' && keyword !== 'const' && keyword !== 'default')
    return listNumbers(keyword, value);
  if (typeof value === 'boolean' && keyword !== 'const') return [!value];
  if (keyword === 'type') return listTypes(value, amount);
  if (keyword === 'enum' && isJsonArray(value)) return listLists(value, ['new', 7, null, true], amount);
  if (keyword === 'required' && isJsonArray(value)) {
    return listLists(value, ['a', 'b', 'ab', 'new'], amount).map((list) => [...new Set(list as string[])]);
  }
  if (keyword === 'pattern') return ['^a', '^[a-z]*$', '', `^(?:${value})$`, 'b$'];
  if (['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(keyword) && isJsonArray(value)) {
    return listLists(value, [fresh], amount).filter((list) => (list as readonly JsonValue[]).length > 0);
  }
  if (['properties', 'patternProperties', 'dependentSchemas'].includes(keyword) && isJsonObject(value)) {
    const key = Object.keys(value)[amount % Math.max(1, Object.keys(value).length)];
    return [
      ...(key === undefined ? [] : [omit(value, key)]),
      { ...value, b: fresh },
      { ...value, new: fresh },
    ];
  }
  return [];
}

function listNumbers(keyword: string, value: number): JsonValue[] {
  const isCount = /^(min|max)(Length|Items|Properties|Contains)$/.test(keyword);
  const near = keyword === 'multipleOf' ? [value * 2, value / 2, value * 3] : [value + 1, value - 1];
  if (keyword !== 'multipleOf' && !isCount) near.push(value + 0.5, value - 0.5);
  return near.filter(
    (number) => Number.isFinite(number) && (!isCount || (number >= 0 && Number.isInteger(number))),
  );
}

function listTypes(value: JsonValue, amount: number): JsonValue[] {
  const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
  const current = (isJsonArray(value) ? value : [value]) as string[];
  const extra = types[amount % types.length] as string;
  const fewer = current.filter((_, index) => index !== amount % current.length);
  const changed: JsonValue[] = [[...new Set([...current, extra])], extra];
  if (fewer.length > 0) changed.push(fewer);
  if (current.includes('integer'))
    changed.push(current.map((type) => (type === 'integer' ? 'number' : type)));
  if (current.includes('number')) changed.push(current.map((type) => (type === 'number' ? 'integer' : type)));
  return changed.map((types) => (isJsonArray(types) ? [...new Set(types)] : types));
}

function listLists(list: readonly JsonValue[], extras: readonly JsonValue[], amount: number): JsonValue[] {
  const extra = extras[amount % extras.length] as JsonValue;
  const changed: JsonValue[] = [[...list, extra]];
  if (list.length > 1) changed.push(list.filter((_, index) => index !== amount % list.length));
  if (list.length > 0)
    changed.push(list.map((item, index) => (index === amount % list.length ? extra : item)));
  return changed;
}

function omit(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
