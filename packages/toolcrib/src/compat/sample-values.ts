import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { SchemaNode } from '../core/json-schema/document.ts';
import { BudgetSpentError } from './budget.ts';
import { findText } from './find-text.ts';
import type { Formulas, Side } from './formula.ts';
import type { Atom } from './meaning.ts';

const MAX_SAMPLES = 40;
const MAX_DEPTH = 4;
const anyValues: readonly JsonValue[] = [
  'a',
  '',
  0,
  1,
  -1,
  0.5,
  true,
  false,
  null,
  [],
  {},
  ['a'],
  [1],
  { a: 1 },
  { a: 'a' },
];

/**
 * Values that may tell two schemas apart, in a fixed order: what their keywords mention, and combinations of it. Nothing is
 * shown by them; they are a second chance where the solver has no answer.
 */
export function sampleValues(formulas: Formulas): readonly JsonValue[] {
  const sampler = new Sampler(formulas);
  const [left, right] = [formulas.before, formulas.after].map((side) =>
    sampler.sample(side, side.document.root, 0),
  );
  const values = [...(left ?? []), ...(right ?? []), ...anyValues];
  return [...values, ...combine(values.filter((value) => isJsonObject(value)))];
}

class Sampler {
  readonly #formulas: Formulas;

  constructor(formulas: Formulas) {
    this.#formulas = formulas;
  }

  sample(side: Side, schema: SchemaNode, depth: number): readonly JsonValue[] {
    if (schema === false || depth > MAX_DEPTH) return [];
    if (schema === true) return anyValues.slice(0, 6);
    try {
      const atoms = this.#formulas.split(side, schema);
      const written = [schema.default, ...toList(schema.examples)].filter((value) => value !== undefined);
      const own = atoms.flatMap((atom) => this.#sampleAtom(atom, side, depth));
      const objects = this.#sampleObjects(atoms, side, depth);
      return [...written, ...objects, ...own].slice(0, MAX_SAMPLES);
    } catch (error) {
      if (error instanceof BudgetSpentError) return [];
      throw error;
    }
  }

  #sampleAtom({ meaning, schema }: Atom, side: Side, depth: number): readonly JsonValue[] {
    const inside = (node: SchemaNode) => this.sample(side, node, depth + 1);
    switch (meaning.kind) {
      case 'types':
        return anyValues.filter((value) =>
          this.#formulas.areTrue([this.#formulas.claim(side, schema, true)], value),
        );
      case 'values':
        return meaning.values.slice(0, MAX_SAMPLES);
      case 'all':
      case 'any':
      case 'one':
        return meaning.schemas.flatMap(inside);
      case 'not':
        return inside(meaning.schema);
      case 'condition':
        return [meaning.condition, meaning.whenTrue, meaning.whenFalse].flatMap(inside);
      case 'bound':
        return [0, 1, -1, 0.5, -0.5].map((offset) => meaning.limit + offset).filter(Number.isFinite);
      case 'multiple':
        return [1, 2, 0.5, 7].map((factor) => meaning.divisor * factor).filter(Number.isFinite);
      case 'size':
        return meaning.limit > 1000 ? [] : sampleSizes(meaning.of, meaning.limit);
      case 'pattern': {
        const conditions = { avoiding: [], minLength: 0, maxLength: Number.POSITIVE_INFINITY };
        const found = findText({ ...conditions, matching: [meaning.source] }, this.#formulas.budget);
        return found.kind === 'found' ? [found.text] : [];
      }
      case 'item':
      case 'items':
      case 'contains':
        return inside(meaning.schema).flatMap((value) => [[value], [value, value]]);
      case 'dependent':
        return inside(meaning.schema);
      default:
        return [];
    }
  }

  /** Objects with the properties that are mentioned: the required ones, all, and all but one. */
  #sampleObjects(atoms: readonly Atom[], side: Side, depth: number): readonly JsonValue[] {
    const choices = new Map<string, readonly JsonValue[]>();
    const required = new Set<string>();
    for (const { meaning } of atoms) {
      if (meaning.kind === 'required') required.add(meaning.name);
      if (meaning.kind === 'property')
        choices.set(meaning.name, this.sample(side, meaning.schema, depth + 1));
    }
    if (choices.size + required.size === 0) return [];
    const names = [...new Set([...required, ...choices.keys()])].slice(0, MAX_SAMPLES);
    const full = Object.fromEntries(names.map((name) => [name, choices.get(name)?.[0] ?? 'a']));
    const least = Object.fromEntries(Object.entries(full).filter(([name]) => required.has(name)));
    const variants = names.flatMap((name) => [
      without(full, name),
      ...(choices.get(name) ?? []).slice(0, 8).flatMap((value) => [
        { ...least, [name]: value },
        { ...full, [name]: value },
      ]),
    ]);
    return [least, full, ...variants];
  }
}

function sampleSizes(type: 'string' | 'array' | 'object', limit: number): readonly JsonValue[] {
  return [limit, limit + 1, Math.max(limit - 1, 0)].map((count) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    if (type === 'string') return 'a'.repeat(count);
    return type === 'array' ? numbers : Object.fromEntries(numbers.map((number) => [`k${number}`, number]));
  });
}

/** Objects joined two by two, as several schemas may each ask for some properties. */
function combine(objects: readonly JsonObject[]): readonly JsonObject[] {
  const few = objects.slice(0, 14);
  return few.flatMap((left) => few.map((right) => ({ ...left, ...right })));
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
