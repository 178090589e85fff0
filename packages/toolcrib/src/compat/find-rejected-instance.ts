import { isJsonArray, isJsonObject, type JsonValue } from '../core/json.ts';
import type { SchemaNode } from '../core/json-schema/document.ts';
import { typeMasks } from '../core/json-schema/type-name.ts';
import { BudgetSpentError } from './budget.ts';
import { findText } from './find-text.ts';
import type { Formula } from './formula.ts';
import type { Atom, Meaning } from './meaning.ts';
import type { Solver } from './solver.ts';

/** Steps for all instances together, for finding one part, and for trying one. */
const MAX_STEPS = 100_000;
const MAX_STEPS_OF_PART = 4_000;
const MAX_STEPS_OF_TRY = 4_000;
const MAX_ITEMS = 20;

/** A place of the old schema. */
interface Place {
  readonly schema: SchemaNode;
  /** What a value at the place has to satisfy, the schema included. */
  readonly claims: readonly Formula[];
  /** A whole value with one at the place, and as little else as can be. */
  readonly wrap: (value: JsonValue) => JsonValue;
}

/**
 * Tries one instance of the old schema for each of its alternatives: each branch, each listed value, each type, each property
 * that may be absent or present. Answers the first one that the new schema refuses, as the validator has confirmed for both; undefined if
 * there is none among them, which shows nothing.
 */
export function findRejectedInstance(solver: Solver): JsonValue | undefined {
  return new InstanceSampler(solver).findRejected();
}

class InstanceSampler {
  readonly #solver: Solver;
  readonly #seen = new Set<SchemaNode>();
  readonly #pending: Place[] = [];
  #steps = MAX_STEPS;

  constructor(solver: Solver) {
    this.#solver = solver;
  }

  findRejected(): JsonValue | undefined {
    const [root] = this.#solver.formulas.difference;
    this.#pending.push({ schema: root.schema, claims: [root], wrap: (value) => value });
    // Places are added while they are looked at, so that those nearest to the root come first.
    for (const place of this.#pending) {
      if (this.#steps <= 0) return undefined;
      for (const value of this.#listValues(place)) {
        const instance = place.wrap(value);
        if (this.#isRejected(instance)) return instance;
      }
    }
    return undefined;
  }

  #isRejected(instance: JsonValue): boolean {
    const { formulas } = this.#solver;
    formulas.budget.refill(MAX_STEPS_OF_TRY);
    try {
      return formulas.areTrue(formulas.difference, instance) === true;
    } catch (error) {
      if (error instanceof BudgetSpentError) return false;
      throw error;
    } finally {
      this.#steps -= MAX_STEPS_OF_TRY - Math.max(0, formulas.budget.left);
    }
  }

  /** A value of which claims are true, as far as one is found. */
  #find(claims: readonly Formula[], ...more: readonly SchemaNode[]): JsonValue | undefined {
    const { formulas } = this.#solver;
    const added = more.map((schema) => formulas.claim(formulas.before, schema, true));
    const answer = this.#solver.ask([...claims, ...added], MAX_STEPS_OF_PART);
    this.#steps -= MAX_STEPS_OF_PART - Math.max(0, formulas.budget.left);
    return answer.kind === 'found' ? answer.values[0] : undefined;
  }

  *#listValues(place: Place): Iterable<JsonValue> {
    const { schema, claims } = place;
    if (typeof schema === 'boolean' || this.#seen.has(schema)) return;
    this.#seen.add(schema);
    const { formulas } = this.#solver;
    const least = this.#find(claims);
    if (least !== undefined) yield least;
    for (const atom of formulas.split(formulas.before, schema)) {
      for (const value of this.#listAlternatives(atom, { ...place, least })) {
        if (value !== undefined) yield value;
        if (this.#steps <= 0) return;
      }
    }
  }

  *#listAlternatives(
    { meaning }: Atom,
    place: Place & { readonly least: JsonValue | undefined },
  ): Iterable<JsonValue | undefined> {
    const { claims, wrap } = place;
    switch (meaning.kind) {
      case 'all':
        for (const schema of meaning.schemas) this.#pending.push({ ...place, schema });
        break;
      case 'any':
      case 'one':
        for (const schema of meaning.schemas) {
          yield this.#find(claims, schema);
          this.#addPlace(schema, place);
        }
        break;
      case 'condition':
        yield this.#find(claims, meaning.condition);
        yield this.#find(claims, { not: meaning.condition });
        this.#addPlace(meaning.whenTrue, place);
        this.#addPlace(meaning.whenFalse, place);
        break;
      case 'values':
        yield* meaning.values;
        break;
      case 'types':
        for (const [type, mask] of Object.entries(typeMasks))
          if ((mask & meaning.mask) === mask) yield this.#find(claims, { type });
        break;
      case 'dependent':
        yield this.#find(claims, { required: [meaning.name] });
        break;
      case 'contains':
        this.#addPart(meaning.schema, (value) => wrap([value]));
        break;
      case 'property':
      case 'matching':
      case 'additional':
        yield this.#addProperty(meaning, place);
        break;
      case 'item':
      case 'items':
        yield this.#addItem(meaning, place);
        break;
      default:
    }
  }

  /** A place at which a further schema applies to the same value. */
  #addPlace(schema: SchemaNode, { claims, wrap }: Place): void {
    const { formulas } = this.#solver;
    this.#pending.push({ schema, wrap, claims: [...claims, formulas.claim(formulas.before, schema, true)] });
  }

  #addPart(schema: SchemaNode, wrap: Place['wrap']): void {
    const { formulas } = this.#solver;
    this.#pending.push({ schema, wrap, claims: [formulas.claim(formulas.before, schema, true)] });
  }

  /** An object with the property, if it is named; its value is looked at later. */
  #addProperty(
    meaning: Extract<Meaning, { kind: 'property' | 'matching' | 'additional' }>,
    { claims, wrap, least }: Place & { readonly least: JsonValue | undefined },
  ): JsonValue | undefined {
    const name = this.#findName(meaning);
    if (name === undefined) return undefined;
    const whole = this.#find(claims, { type: 'object', required: [name] });
    const object = whole ?? least;
    if (isJsonObject(object)) this.#addPart(meaning.schema, (value) => wrap({ ...object, [name]: value }));
    return whole;
  }

  #findName(meaning: Extract<Meaning, { kind: 'property' | 'matching' | 'additional' }>): string | undefined {
    if (meaning.kind === 'property') return meaning.name;
    if (meaning.kind === 'additional') {
      let name = 'other';
      while (meaning.names.has(name)) name += '_';
      return name;
    }
    const { budget } = this.#solver.formulas;
    budget.refill(MAX_STEPS_OF_PART);
    try {
      const conditions = { avoiding: [], minLength: 0, maxLength: Number.POSITIVE_INFINITY };
      const found = findText({ ...conditions, matching: [meaning.pattern] }, budget);
      return found.kind === 'found' ? found.text : undefined;
    } catch (error) {
      if (error instanceof BudgetSpentError) return undefined;
      throw error;
    } finally {
      this.#steps -= MAX_STEPS_OF_PART - Math.max(0, budget.left);
    }
  }

  #addItem(
    meaning: Extract<Meaning, { kind: 'item' | 'items' }>,
    { claims, wrap }: Place,
  ): JsonValue | undefined {
    const index = meaning.kind === 'item' ? meaning.index : meaning.from;
    if (index >= MAX_ITEMS) return undefined;
    const array = this.#find(claims, { type: 'array', minItems: index + 1 });
    if (isJsonArray(array)) this.#addPart(meaning.schema, (value) => wrap(array.with(index, value)));
    return array;
  }
}
