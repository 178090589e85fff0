/** A JSON object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** A schema inside a document, with the place where it stands. */
export interface SchemaNode {
  readonly schema: Fields | boolean;
  /** A JSON Pointer from the root of the document. */
  readonly pointer: string;
}

const keywordsWithSchema: readonly string[] = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const keywordsWithList: readonly string[] = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const keywordsWithMap: readonly string[] = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every schema of a document, the root first. What stands where a schema should and is none is left out. */
export function* walkSchema(root: unknown, pointer = ''): Generator<SchemaNode> {
  if (typeof root !== 'boolean' && !isFields(root)) return;
  yield { schema: root, pointer };
  if (typeof root === 'boolean') return;
  for (const [key, child] of childrenOf(root)) yield* walkSchema(child, `${pointer}${key}`);
}

/** The schemas of a document that are objects, which is where keywords are. */
export function* walkSchemaFields(root: unknown): Generator<{ schema: Fields; pointer: string }> {
  for (const { schema, pointer } of walkSchema(root)) {
    if (typeof schema !== 'boolean') yield { schema, pointer };
  }
}

function* childrenOf(schema: Fields): Generator<[string, unknown]> {
  for (const keyword of keywordsWithSchema) {
    if (keyword in schema) yield [`/${keyword}`, schema[keyword]];
  }
  for (const keyword of keywordsWithList) {
    const list = schema[keyword];
    if (Array.isArray(list)) for (const [at, child] of list.entries()) yield [`/${keyword}/${at}`, child];
  }
  for (const keyword of keywordsWithMap) {
    const map = schema[keyword];
    if (!isFields(map)) continue;
    for (const [name, child] of Object.entries(map)) yield [`/${keyword}/${escapeToken(name)}`, child];
  }
}

export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The place that a reference means, as a pointer from the root; undefined if it leads nowhere. */
export function findRefTarget(root: unknown, ref: unknown): string | undefined {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
  const fragment = decode(ref.slice(1));
  if (fragment === undefined) return undefined;
  for (const { schema, pointer } of walkSchema(root)) {
    if (pointer === fragment) return pointer;
    if (typeof schema !== 'boolean' && fragment !== '' && schema.$anchor === fragment) return pointer;
  }
  return undefined;
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Not percent-encoded text, so no reference either.
    return undefined;
  }
}

/** The references of a document that lead nowhere, or out of it. */
export function findDanglingRefs(root: unknown): readonly { pointer: string; ref: unknown }[] {
  return [...walkSchemaFields(root)]
    .filter(({ schema }) => '$ref' in schema && findRefTarget(root, schema.$ref) === undefined)
    .map(({ schema, pointer }) => ({ pointer, ref: schema.$ref }));
}

/** Where a document refers to a schema that the reference itself is part of. */
export function findRecursion(root: unknown): readonly string[] {
  const refs = [...walkSchemaFields(root)].flatMap(({ schema, pointer }) => {
    const target = findRefTarget(root, schema.$ref);
    return target === undefined ? [] : [{ pointer, target }];
  });
  const isInside = (pointer: string, place: string) => pointer === place || pointer.startsWith(`${place}/`);
  const canReach = (from: string, place: string, seen: Set<string>): boolean => {
    if (isInside(place, from)) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return refs.some(({ pointer, target }) => isInside(pointer, from) && canReach(target, place, seen));
  };
  return refs
    .filter(({ pointer, target }) => canReach(target, pointer, new Set()))
    .map(({ pointer }) => pointer);
}

/** The types that a schema names; empty if it names none. */
export function typesOf(schema: Fields): readonly unknown[] {
  if (schema.type === undefined) return [];
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}
