import fc from 'fast-check';
import { type Fields, findRefTarget, isFields, typesOf, walkSchema } from './published-rules/schema-walk.ts';

const MAX_REFERENCES = 3;
const MAX_ITEMS = 3;

/** Values of formats that every validator takes. */
const formatted: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-28'],
  'date-time': ['2026-02-28T12:30:00Z', '1999-12-31T23:59:59.5+02:00'],
  duration: ['P1DT2H'],
  email: ['ada@example.com'],
  hostname: ['example.com'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  time: ['12:30:00Z'],
  uri: ['https://example.com/a?b=c#d'],
  uuid: ['2b1f4c60-5d2b-4f0e-9a55-0d7d9a9c5a11'],
};

const anything: fc.Arbitrary<unknown> = fc.constantFrom('a', '', 0, -1.5, true, null, [], { key: 'value' });

/**
 * Values that fit a JSON Schema of draft 2020-12: nearly always, as `not`, counts of properties and the like
 * are not looked at. Filter what has to be exact. References are followed a few times, then cut.
 */
export function instancesOf(schema: unknown): fc.Arbitrary<unknown> {
  return build(schema, { root: schema, references: 0 });
}

/** Draws values that fit a schema. The same seed draws the same ones, and may find fewer than asked for. */
export function sampleInstances(
  schema: unknown,
  options: { readonly seed: number; readonly count: number; isValid(value: unknown): boolean },
): readonly unknown[] {
  const { seed, count, isValid } = options;
  return fc
    .sample(instancesOf(schema), { seed, numRuns: count * 4 })
    .filter((value) => isValid(value))
    .slice(0, count);
}

interface Place {
  readonly root: unknown;
  readonly references: number;
}

function build(schema: unknown, place: Place): fc.Arbitrary<unknown> {
  if (!isFields(schema)) return anything;
  if ('$ref' in schema) {
    const { $ref, ...rest } = schema;
    if (place.references >= MAX_REFERENCES) return fc.constant(null);
    return build(merge(resolve(place.root, $ref), rest), { ...place, references: place.references + 1 });
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema;
    const references = place.references + allOf.filter((part) => isFields(part) && hasRef(part)).length;
    if (references > MAX_REFERENCES) return fc.constant(null);
    return build(
      allOf.reduce((all: Fields, part) => merge(all, inline(part, place.root)), rest),
      { ...place, references },
    );
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: branches, ...rest } = schema;
    if (!Array.isArray(branches) || branches.length === 0) continue;
    return fc.oneof(...shallow(branches, place).map((branch) => build(merge(rest, branch), place)));
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const types = typesOf(schema);
  if (types.length === 0) return 'properties' in schema ? objects(schema, place) : anything;
  return fc.oneof(...types.map((type) => ofType(type, schema, place)));
}

/** The branches that need no reference, once enough have been followed. */
function shallow(branches: readonly unknown[], place: Place): readonly unknown[] {
  if (place.references < MAX_REFERENCES) return branches;
  const flat = branches.filter((branch) => ![...walkSchema(branch)].some(({ schema }) => hasRef(schema)));
  return flat.length > 0 ? flat : branches;
}

function hasRef(schema: Fields | boolean): boolean {
  return typeof schema !== 'boolean' && '$ref' in schema;
}

function ofType(type: unknown, schema: Fields, place: Place): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objects(schema, place);
    case 'array':
      return arrays(schema, place);
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema, type === 'integer');
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function objects(schema: Fields, place: Place): fc.Arbitrary<unknown> {
  const properties = isFields(schema.properties) ? schema.properties : {};
  const required = (Array.isArray(schema.required) ? schema.required : []).map(String);
  const isCut = place.references >= MAX_REFERENCES;
  const names = [...new Set([...Object.keys(properties), ...required])].filter(
    (name) => !isCut || required.includes(name),
  );
  const entries = names.map((name) => {
    const value = build(Object.hasOwn(properties, name) ? properties[name] : true, place);
    const entry = value.map((content): [string, unknown][] => [[name, content]]);
    return required.includes(name) ? entry : fc.oneof(entry, entry, fc.constant<[string, unknown][]>([]));
  });
  const others = schema.additionalProperties === false ? fc.constant([]) : additional(schema, place);
  // As entries, so that a property called `__proto__` is one.
  return fc
    .tuple(others, ...entries)
    .map((parts) => Object.fromEntries(parts.flat()) as Record<string, unknown>);
}

/** Properties that no name is known of, now and then: most schemas mean to have none. */
function additional(schema: Fields, place: Place): fc.Arbitrary<[string, unknown][]> {
  const value = build(schema.additionalProperties ?? true, place);
  const entry = fc.tuple(fc.constantFrom<string[]>('extra_one', 'extra two'), value);
  const chance = isFields(schema.additionalProperties) ? 3 : 1;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<[string, unknown][]>([]) },
    { weight: chance, arbitrary: fc.array<[string, unknown]>(entry, { maxLength: 2 }) },
  );
}

function arrays(schema: Fields, place: Place): fc.Arbitrary<unknown> {
  const minLength = Number(schema.minItems ?? 0);
  const maxLength = Math.max(
    minLength,
    Math.min(Number(schema.maxItems ?? MAX_ITEMS), minLength + MAX_ITEMS),
  );
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const rest = build(schema.items ?? true, place);
  if (prefix.length > 0) return fc.tuple(...prefix.map((item) => build(item, place)));
  const isCut = place.references >= MAX_REFERENCES && minLength === 0;
  const list = fc.array(rest, { minLength, maxLength: isCut ? 0 : maxLength });
  return schema.uniqueItems === true ? list.map(withoutRepeats) : list;
}

/** Filtering would never end where there are too few different items. */
function withoutRepeats(items: readonly unknown[]): readonly unknown[] {
  const texts = items.map((item) => JSON.stringify(item));
  return items.filter((_, at) => texts.indexOf(texts[at] as string) === at);
}

function texts(schema: Fields): fc.Arbitrary<unknown> {
  const minLength = Number(schema.minLength ?? 0);
  const maxLength = Math.max(minLength, Math.min(Number(schema.maxLength ?? 20), minLength + 20));
  if (typeof schema.pattern === 'string') {
    // Without look-around, which is beyond the generator; what does not fit is filtered out later.
    return fc.stringMatching(new RegExp(schema.pattern.replaceAll(/\(\?<?[=!][^)]*\)/g, '')));
  }
  const known = typeof schema.format === 'string' ? formatted[schema.format] : undefined;
  if (known !== undefined) return fc.constantFrom(...known);
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc
      .string({ minLength, maxLength, unit: 'grapheme' })
      .map((text) => [...text].slice(0, maxLength).join('')),
  );
}

function numbers(schema: Fields, isInteger: boolean): fc.Arbitrary<unknown> {
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : undefined;
  const low = Math.max(bound(schema.minimum, -Infinity), bound(schema.exclusiveMinimum, -Infinity));
  const high = Math.min(bound(schema.maximum, Infinity), bound(schema.exclusiveMaximum, Infinity));
  const min = low === -Infinity ? Math.min(-1000, high - 1000) : low;
  const max = high === Infinity ? Math.max(1000, low + 1000) : high;
  const unit = step ?? 1;
  const whole = fc
    .integer({ min: Math.ceil(min / unit), max: Math.max(Math.ceil(min / unit), Math.floor(max / unit)) })
    .map((count) => count * unit);
  if (isInteger || step !== undefined) return whole;
  // JSON has no negative zero.
  return fc.oneof(whole, fc.double({ min, max, noNaN: true })).map((value) => (value === 0 ? 0 : value));
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function resolve(root: unknown, ref: unknown): unknown {
  const target = findRefTarget(root, ref);
  return [...walkSchema(root)].find(({ pointer }) => pointer === target)?.schema ?? true;
}

function inline(part: unknown, root: unknown): unknown {
  if (!isFields(part) || !('$ref' in part)) return part;
  const { $ref, ...rest } = part;
  return merge(resolve(root, $ref), rest);
}

/** A schema that asks for what both do, where that is simple to say. */
function merge(left: unknown, right: unknown): Fields {
  if (!isFields(left)) return isFields(right) ? right : {};
  if (!isFields(right)) return left;
  const merged: Record<string, unknown> = { ...left, ...right };
  if (isFields(left.properties) && isFields(right.properties)) {
    const { properties } = left;
    const shared = Object.entries(right.properties).map(([name, schema]) => [
      name,
      Object.hasOwn(properties, name) ? { allOf: [properties[name], schema] } : schema,
    ]);
    merged.properties = { ...properties, ...Object.fromEntries(shared) };
  }
  if (Array.isArray(left.required) && Array.isArray(right.required)) {
    merged.required = [...new Set([...left.required, ...right.required])];
  }
  if ('type' in left && 'type' in right) {
    const both = typesOf(right).filter((type) => typesOf(left).includes(type));
    merged.type = both.length > 0 ? both : typesOf(right);
  }
  return merged;
}
