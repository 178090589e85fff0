import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';
import { type DrawContext, drawNumber, drawString, listNumbers } from './draw-scalar.ts';
import { type Demand, expandDemands, type PlainDemand } from './expand-demands.ts';
import { isSchema, type Schema } from './schema-places.ts';
import type { SeededRandom } from './seeded-random.ts';
import { avoid } from './violate-schema.ts';

const MAX_DEPTH = 5;

/**
 * A value that satisfies all demands, as far as drawing by keywords can see; the validator has the last word.
 * Nothing if the demands contradict each other in an obvious way.
 */
export function drawValue(
  demands: readonly Demand[],
  context: DrawContext,
  depth = 0,
): JsonValue | undefined {
  const { random } = context;
  const plain = depth > MAX_DEPTH ? undefined : expandDemands(demands, random);
  if (plain === undefined) return undefined;
  const options = listOptions(plain);
  if (options !== undefined) return random.pick(options);
  const type = random.pick(listTypes(plain, random));
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return random.onceIn(2);
    case 'integer':
    case 'number':
      return drawNumber(plain, type, context);
    case 'string':
      return drawString(plain, context);
    case 'array':
      return drawArray(plain, context, depth);
    case 'object':
      return drawObject(plain, context, depth);
    default:
      return undefined;
  }
}

/** What `enum` and `const` leave. */
function listOptions(plain: readonly PlainDemand[]): readonly JsonValue[] | undefined {
  let options: readonly JsonValue[] | undefined;
  for (const { schema } of plain) {
    const list = schema.const === undefined ? schema.enum : [schema.const];
    if (!isJsonArray(list ?? null)) continue;
    const allowed = new Set((list as readonly JsonValue[]).map((item) => JSON.stringify(item)));
    options = options?.filter((item) => allowed.has(JSON.stringify(item))) ?? (list as readonly JsonValue[]);
  }
  const avoided = new Set(
    plain
      .flatMap(({ schema }) => (schema[avoid.enum] ?? []) as JsonValue[])
      .map((item) => JSON.stringify(item)),
  );
  return options?.filter((item) => !avoided.has(JSON.stringify(item)));
}

const hintedTypes: readonly (readonly [RegExp, string])[] = [
  [
    /^(properties|required|additionalProp|patternProp|propertyNames|dependent|dependencies|(min|max)Prop|uneval.*P)/,
    'object',
  ],
  [/^(items|prefixItems|contains|uniqueItems|additionalItems|(min|max)(Items|Contains)|uneval.*I)/, 'array'],
  [/^(pattern|(min|max)Length)$/, 'string'],
  [/^(multipleOf|minimum|maximum|exclusive)/, 'number'],
];

function listTypes(plain: readonly PlainDemand[], random: SeededRandom): readonly string[] {
  let types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
  for (const { schema } of plain) {
    if (schema.type === undefined) continue;
    const allowed = new Set((isJsonArray(schema.type) ? schema.type : [schema.type]) as readonly string[]);
    types = types.filter((type) => allowed.has(type) || (type === 'integer' && allowed.has('number')));
  }
  const keywords = plain.flatMap(({ schema }) => Object.keys(schema));
  const hinted = hintedTypes
    .filter(([pattern, type]) => types.includes(type) && keywords.some((keyword) => pattern.test(keyword)))
    .map(([, type]) => type);
  return hinted.length > 0 && !random.onceIn(5) ? hinted : types;
}

function drawArray(
  plain: readonly PlainDemand[],
  context: DrawContext,
  depth: number,
): JsonValue[] | undefined {
  const { random } = context;
  const contained = plain.filter(({ schema }) => isSchema(schema.contains));
  const needed = contained.map(({ schema }) => Number(schema.minContains ?? 1));
  const low = Math.max(
    0,
    ...listNumbers(plain, 'minItems'),
    ...(random.onceIn(2) ? needed : [0, ...needed.slice(0, 1)]),
  );
  const high = Math.max(low, Math.min(low + 3, ...listNumbers(plain, 'maxItems')));
  const length = Math.min(low + random.below(high - low + 1), 60);
  const isRepeating = plain.some(({ schema }) => schema[avoid.uniqueItems] !== undefined);
  const items: JsonValue[] = [];
  for (let index = 0; index < length; index++) {
    const demands = plain.flatMap((demand) => listItemDemands(demand, index));
    for (const [order, { schema, document }] of contained.entries()) {
      if (index < (needed[order] ?? 1)) demands.push({ schema: schema.contains as Schema, document });
    }
    const item = isRepeating && index > 0 ? items[0] : drawValue(demands, context, depth + 1);
    if (item === undefined) return index >= low ? items : undefined;
    items.push(item);
  }
  return random.onceIn(3) ? items.reverse() : items;
}

function listItemDemands({ schema, document }: PlainDemand, index: number): Demand[] {
  const tuple = (
    isJsonArray(schema.items ?? null) ? schema.items : (schema.prefixItems ?? [])
  ) as readonly Schema[];
  const rest = isJsonArray(schema.items ?? null) ? schema.additionalItems : schema.items;
  const found = index < tuple.length ? tuple[index] : rest;
  return isSchema(found) ? [{ schema: found, document }] : [];
}

function drawObject(
  plain: readonly PlainDemand[],
  context: DrawContext,
  depth: number,
): JsonObject | undefined {
  const { random } = context;
  const required = new Set(plain.flatMap(({ schema }) => (schema.required ?? []) as string[]));
  const chosen = [...required, ...listOptionalNames(plain, context)];
  const low = Math.max(required.size, ...listNumbers(plain, 'minProperties'));
  const high = Math.max(low, Math.min(8, ...listNumbers(plain, 'maxProperties')));
  const entries = new Map<string, JsonValue>();
  for (let attempt = 0; attempt < chosen.length + 12; attempt++) {
    const name =
      chosen[attempt] ?? (random.onceIn(2) ? drawName(plain, context, depth) : random.pick(context.names));
    if (name === undefined || name === '__proto__' || entries.size >= high) continue;
    if (attempt >= chosen.length && entries.size >= low) break;
    if (entries.has(name)) continue;
    const value = drawValue(
      plain.flatMap((demand) => listPropertyDemands(demand, name)),
      context,
      depth + 1,
    );
    if (value !== undefined) entries.set(name, value);
    else if (required.has(name)) return undefined;
    if (value !== undefined)
      chosen.push(...listNeeded(plain, name).filter((other) => !chosen.includes(other)));
  }
  return Object.fromEntries(entries);
}

function listOptionalNames(plain: readonly PlainDemand[], { random, names, samples }: DrawContext): string[] {
  const declared = plain.flatMap(({ schema }) => Object.keys((schema.properties ?? {}) as JsonObject));
  const patterns = plain.flatMap(({ schema }) => Object.keys((schema.patternProperties ?? {}) as JsonObject));
  const matching = patterns.map((pattern) => random.pick(samples(pattern)) ?? 'a');
  const share = random.pick([1, 2, 4]) ?? 2;
  const kept = [...declared, ...matching].filter(() => random.onceIn(share));
  const extra = random.onceIn(3) ? random.pick(names) : undefined;
  return extra === undefined ? kept : [...kept, extra];
}

function drawName(plain: readonly PlainDemand[], context: DrawContext, depth: number): string | undefined {
  const demands = plain
    .filter(({ schema }) => isSchema(schema.propertyNames))
    .map(({ schema, document }) => ({ schema: schema.propertyNames as Schema, document }));
  const [first] = demands;
  if (first === undefined) return context.random.pick(context.names);
  const text = { schema: { type: 'string' }, document: first.document };
  const name = drawValue([...demands, text], context, depth + 1);
  return typeof name === 'string' ? name : undefined;
}

function listNeeded(plain: readonly PlainDemand[], name: string): string[] {
  return plain.flatMap(({ schema }) =>
    ['dependentRequired', 'dependencies'].flatMap((keyword) => {
      const needed = isJsonObject(schema[keyword]) ? schema[keyword][name] : undefined;
      return isJsonArray(needed ?? null) ? (needed as string[]) : [];
    }),
  );
}

function listPropertyDemands({ schema, document }: PlainDemand, name: string): Demand[] {
  const found: JsonValue[] = [];
  const properties = (schema.properties ?? {}) as JsonObject;
  if (Object.hasOwn(properties, name)) found.push(properties[name] as JsonValue);
  for (const [pattern, child] of Object.entries((schema.patternProperties ?? {}) as JsonObject)) {
    if (new RegExp(pattern, 'u').test(name)) found.push(child);
  }
  if (found.length === 0 && schema.additionalProperties !== undefined)
    found.push(schema.additionalProperties);
  return found.filter(isSchema).map((child) => ({ schema: child, document }));
}
