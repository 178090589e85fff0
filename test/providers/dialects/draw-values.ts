import { isJsonObject, type JsonObject, type JsonValue } from '../../../packages/toolcrib/src/core/json.ts';

const MAX_DEPTH = 8;

/** Draws numbers that are the same every time. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) % limit;
  };
}

/**
 * A value that a schema probably accepts, made from what it says: whoever asks for it checks. Unlike a
 * generator that only knows legal values, it also has nulls and properties in places where they may be wrong.
 */
export function drawValue(root: JsonObject, random: (limit: number) => number): JsonValue {
  return draw(root, { root, random, depth: 0 });
}

interface Drawing {
  readonly root: JsonObject;
  readonly random: (limit: number) => number;
  readonly depth: number;
}

const anything: readonly JsonValue[] = [null, 'x', 'aa', 1, 2.5, true, [], { a: 'x' }, { kind: null }];

function draw(schema: JsonValue | undefined, drawing: Drawing): JsonValue {
  const { root, random, depth } = drawing;
  if (!isJsonObject(schema) || random(20) === 0) return pick(anything, random);
  const inner = { ...drawing, depth: depth + 1 };
  if (depth > MAX_DEPTH) return null;
  if (typeof schema.$ref === 'string') return draw(findTarget(root, schema.$ref), inner);
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const own = { ...schema, [keyword]: undefined } as unknown as JsonObject;
    const [one, two] = [draw(pick(branches, random), inner), draw(withoutUndefined(own), inner)];
    return isJsonObject(one) && isJsonObject(two) ? { ...two, ...one } : one;
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return pick(schema.enum, random);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'object'];
  return ofType(String(pick(types, random)), schema, inner);
}

function ofType(type: string, schema: JsonObject, drawing: Drawing): JsonValue {
  const { random } = drawing;
  switch (type) {
    case 'object':
      return drawObject(schema, drawing);
    case 'array':
      return Array.from({ length: random(3) }, () => draw(schema.items, drawing));
    case 'string':
      return pick(['aa', 'ab', 'x', 'y', '2026-11-15'], random);
    case 'integer':
      return 1 + random(3);
    case 'number':
      return pick([1, 1.5, 2], random);
    case 'boolean':
      return random(2) === 0;
    default:
      return null;
  }
}

function drawObject({ properties, required }: JsonObject, drawing: Drawing): JsonObject {
  const { random } = drawing;
  const always = Array.isArray(required) ? required : [];
  const members = Object.entries(isJsonObject(properties) ? properties : {})
    .filter(([name]) => always.includes(name) || random(2) === 0)
    .map(([name, schema]) => [name, draw(schema, drawing)] as const);
  return Object.fromEntries(members);
}

function findTarget(root: JsonObject, $ref: string): JsonValue {
  const steps = $ref.split('/').slice(1);
  return steps.reduce<JsonValue>((value, step) => (isJsonObject(value) ? (value[step] ?? true) : true), root);
}

function pick<Item>(items: readonly Item[], random: (limit: number) => number): Item {
  return items[random(items.length)] as Item;
}

function withoutUndefined(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
