import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { compileJsonSchema } from './compile-json-schema.ts';
import { readJsonSchema } from './read-json-schema.ts';

// The keywords that look into a value, evaluated as the specification words it: every keyword gives a
// verdict and says which properties and items it evaluated. Slow, and only as large as this test needs.

type Schema = JsonObject | boolean;

interface Evaluation {
  readonly isValid: boolean;
  readonly evaluated: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

function evaluate(schema: Schema, value: JsonValue, root: JsonObject): Evaluation {
  if (typeof schema === 'boolean') return { isValid: schema, evaluated: nothing };
  const evaluations = Object.keys(schema)
    .filter((keyword) => !keyword.startsWith('unevaluated'))
    .map((keyword) => evaluateKeyword(keyword, { schema, value, root }));
  const seen = new Set(evaluations.flatMap(({ evaluated }) => [...evaluated]));
  const leftover = evaluateLeftover({ schema, value, root }, seen);
  const isValid = leftover.isValid && evaluations.every((evaluation) => evaluation.isValid);
  return { isValid, evaluated: isValid ? new Set([...seen, ...leftover.evaluated]) : nothing };
}

interface Place {
  readonly schema: JsonObject;
  readonly value: JsonValue;
  readonly root: JsonObject;
}

function evaluateKeyword(keyword: string, { schema, value, root }: Place): Evaluation {
  const operand = schema[keyword] as JsonValue;
  const inPlace = (child: JsonValue | undefined) => evaluate((child ?? true) as Schema, value, root);
  const list = (Array.isArray(operand) ? operand : []) as readonly Schema[];
  switch (keyword) {
    case 'type':
      return verdict(typeOf(value) === operand);
    case 'const':
      return verdict(JSON.stringify(value) === JSON.stringify(operand));
    case 'required':
      return verdict(!isJsonObject(value) || list.every((name) => Object.hasOwn(value, String(name))));
    case '$ref':
      return inPlace((root.$defs as JsonObject)[String(operand).slice('#/$defs/'.length)]);
    case 'allOf':
      return merge(list.map(inPlace), (valid, all) => valid === all);
    case 'anyOf':
      return merge(list.map(inPlace), (valid) => valid > 0);
    case 'oneOf':
      return merge(list.map(inPlace), (valid) => valid === 1);
    case 'not':
      return verdict(!inPlace(operand).isValid);
    case 'if': {
      const condition = inPlace(operand);
      const branch = inPlace(condition.isValid ? schema.then : schema.else);
      return { isValid: branch.isValid, evaluated: new Set([...condition.evaluated, ...branch.evaluated]) };
    }
    case 'dependentSchemas': {
      const present = Object.entries(operand as JsonObject).filter(
        ([name]) => isJsonObject(value) && Object.hasOwn(value, name),
      );
      return merge(
        present.map(([, child]) => inPlace(child)),
        (valid, all) => valid === all,
      );
    }
    default:
      return evaluateChildren(keyword, { schema, value, root });
  }
}

/** Keywords whose schemas apply to properties or items. */
function evaluateChildren(keyword: string, { schema, value, root }: Place): Evaluation {
  const operand = schema[keyword] as JsonValue;
  const steps = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const properties = Object.keys((schema.properties ?? {}) as JsonObject);
  const prefixLength = ((schema.prefixItems ?? []) as readonly JsonValue[]).length;
  const matches = (step: string, child: JsonValue | undefined) =>
    evaluate(child as Schema, (value as JsonObject)[step] as JsonValue, root).isValid;
  const applyTo = (chosen: readonly string[], getSchema: (step: string) => JsonValue | undefined) => ({
    isValid: chosen.every((step) => matches(step, getSchema(step))),
    evaluated: new Set(chosen),
  });
  if (isJsonObject(value)) {
    if (keyword === 'properties') {
      const known = steps.filter((step) => properties.includes(step));
      return applyTo(known, (step) => (operand as JsonObject)[step]);
    }
    if (keyword === 'additionalProperties') {
      return applyTo(
        steps.filter((step) => !properties.includes(step)),
        () => operand,
      );
    }
  } else if (Array.isArray(value)) {
    if (keyword === 'prefixItems') {
      return applyTo(steps.slice(0, prefixLength), (step) => (operand as readonly JsonValue[])[Number(step)]);
    }
    if (keyword === 'items') return applyTo(steps.slice(prefixLength), () => operand);
    if (keyword === 'contains') {
      const found = steps.filter((step) => matches(step, operand));
      const { minContains = 1, maxContains = steps.length } = schema as Record<string, number>;
      return {
        isValid: found.length >= minContains && found.length <= maxContains,
        evaluated: new Set(found),
      };
    }
  }
  return verdict(true);
}

function evaluateLeftover({ schema, value, root }: Place, seen: ReadonlySet<string>): Evaluation {
  if (typeof value !== 'object' || value === null) return verdict(true);
  const child = Array.isArray(value) ? schema.unevaluatedItems : schema.unevaluatedProperties;
  if (child === undefined) return verdict(true);
  const left = Object.keys(value).filter((step) => !seen.has(step));
  const items = left.map((step) => evaluate(child as Schema, (value as JsonObject)[step] as JsonValue, root));
  return { isValid: items.every(({ isValid }) => isValid), evaluated: new Set(left) };
}

function verdict(isValid: boolean): Evaluation {
  return { isValid, evaluated: nothing };
}

function merge(
  evaluations: readonly Evaluation[],
  decide: (valid: number, all: number) => boolean,
): Evaluation {
  const evaluated = new Set(evaluations.flatMap((evaluation) => [...evaluation.evaluated]));
  const valid = evaluations.filter(({ isValid }) => isValid).length;
  return { isValid: decide(valid, evaluations.length), evaluated };
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const name = fc.constantFrom('a', 'b', 'c', 'toString');
const primitive = fc.constantFrom<JsonValue>(null, 1, 'a', true);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    primitive,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const leaf = fc.oneof(
  fc.boolean(),
  primitive.map((item) => ({ const: item })),
  fc.constantFrom('string', 'number', 'array', 'object').map((type) => ({ type })),
  fc.uniqueArray(name, { maxLength: 2 }).map((required) => ({ required })),
  fc.constantFrom({ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }),
);

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true });
  const keywords = {
    properties: map,
    additionalProperties: tie('schema'),
    dependentSchemas: map,
    prefixItems: list,
    items: tie('schema'),
    contains: tie('schema'),
    minContains: fc.nat({ max: 2 }),
    maxContains: fc.nat({ max: 3 }),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: tie('schema'),
    if: tie('schema'),
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword, in an object that nobody awaits.
    then: tie('schema'),
    else: tie('schema'),
    unevaluatedItems: tie('schema'),
    unevaluatedProperties: tie('schema'),
  };
  const composite = fc
    .subarray(Object.entries<fc.Arbitrary<unknown>>(keywords), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)));
  return { schema: fc.oneof({ maxDepth: 4, depthSize: 'medium' }, leaf, composite) };
});

describe('agreement with the specification', () => {
  it('gives the same verdict as a plain evaluator on random schemas with unevaluated keywords', () => {
    const document = fc.record({ root: schema, a: schema, b: schema }).map(({ root, a, b }) => {
      const rest = typeof root === 'boolean' ? { allOf: [root] } : (root as object);
      return { unevaluatedProperties: { type: 'string' }, ...rest, $defs: { a, b } } as JsonObject;
    });
    const seen = new Set<boolean>();

    fc.assert(
      fc.property(document, fc.array(value, { minLength: 5, maxLength: 10 }), (raw, values) => {
        fc.pre(isAccepted(raw));
        const check = compileJsonSchema(readJsonSchema(raw));
        for (const item of values) {
          const { isValid } = evaluate(raw, item, raw);
          const issues = check(item);
          seen.add(isValid);
          expect({ item, isValid: issues.length === 0 }).toEqual({ item, isValid });
          expect(issues.map(({ message }) => message)).not.toContain('does not match its schema');
        }
      }),
      { numRuns: 1000 },
    );

    expect(seen).toEqual(new Set([true, false]));
  });
});

/** Random references may lead back to themselves, which is refused. */
function isAccepted(raw: JsonObject): boolean {
  try {
    readJsonSchema(raw);
    return true;
  } catch {
    // Nothing to compare then; other tests look at the errors.
    return false;
  }
}
