import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { forEachSubschema } from '../../../core/json-schema/read/for-each-subschema.ts';
import { type KeywordShapes, keywordShapes } from '../../../core/json-schema/read/keyword-shapes.ts';
import type { AcceptsNull } from '../subset/accepts-null.ts';
import { areApart, listObjects, Marks } from './object-cases.ts';
import { getProperty, type Places } from './places.ts';

/** How many pairs of schemas are compared. */
const MAX_PAIRS = 20_000;

const TOO_MANY = 'It has too many branches to be told apart.';

const shapes: KeywordShapes = keywordShapes['draft-2020-12'];

interface Ambiguity {
  /** The union that has the branches. */
  readonly union: JsonObject;
  readonly detail: string;
}

interface Options {
  readonly places: Places;
  readonly acceptsNull: AcceptsNull;
  /** Properties whose null stands for a missing one, by the object that has them. */
  readonly added: ReadonlyMap<JsonObject, ReadonlySet<string>>;
}

/**
 * Looks for a union with two branches that have the same properties, where null means "missing" in one and
 * null in the other: nobody could tell what a model meant.
 */
export function findAmbiguity(root: JsonObject, options: Options): Ambiguity | undefined {
  const finder = new AmbiguityFinder(options);
  let found: Ambiguity | undefined;
  const seen = new Set<JsonObject>();
  const visit = (schema: JsonValue): void => {
    if (found !== undefined || !isJsonObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    const { anyOf } = schema;
    const detail = Array.isArray(anyOf) ? finder.compareAll(anyOf.filter(isJsonObject)) : undefined;
    if (detail !== undefined) found = { union: schema, detail };
    forEachSubschema(schema, shapes, visit);
  };
  visit(root);
  return found;
}

class AmbiguityFinder {
  readonly #options: Options;
  readonly #marks = new Marks();
  readonly #compared = new Map<JsonObject, Set<JsonObject>>();
  #left = MAX_PAIRS;

  constructor(options: Options) {
    this.#options = options;
  }

  compareAll(branches: readonly JsonObject[]): string | undefined {
    const structured = branches.filter((branch) => this.#hasStructure(branch));
    for (const [index, first] of structured.entries()) {
      for (const second of structured.slice(index + 1)) {
        const problem = this.#compare(first, second);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  }

  /** Compares two schemas that may apply to the same value. */
  #compare(first: JsonObject, second: JsonObject): string | undefined {
    if (first === second || this.#isKnown(first, second)) return undefined;
    if (this.#left-- <= 0) return TOO_MANY;
    const { places } = this.#options;
    const [left, right] = [places.open([first]), places.open([second])];
    for (const one of listObjects(left)) {
      for (const other of listObjects(right)) {
        const problem = one === other ? undefined : this.#compareObjects(one, other);
        if (problem !== undefined) return problem;
      }
    }
    const [items, others] = [places.openItems(left), places.openItems(right)];
    for (const item of items) {
      for (const other of others) {
        const problem = this.#compare(item, other);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  }

  #compareObjects(first: JsonObject, second: JsonObject): string | undefined {
    if (this.#left-- <= 0) return TOO_MANY;
    if (areApart(first, second, this.#marks)) return undefined;
    for (const name of Object.keys(first.properties as JsonObject)) {
      const [one, other] = [getProperty(first, name), getProperty(second, name)];
      if (!isJsonObject(one) || !isJsonObject(other)) continue;
      const [isMissing, isOtherMissing] = [this.#isAdded(first, name), this.#isAdded(second, name)];
      const { acceptsNull } = this.#options;
      if (isMissing !== isOtherMissing && acceptsNull(isMissing ? other : one)) {
        return `Two branches have the same properties, and null means two things in ${JSON.stringify(name)}.`;
      }
      const problem = this.#compare(one, other);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Whether nulls can be somewhere in the values of a schema. */
  #hasStructure(schema: JsonObject): boolean {
    const place = this.#options.places.open([schema]);
    return [...place].some(({ properties, items }) => properties !== undefined || items !== undefined);
  }

  #isAdded(schema: JsonObject, name: string): boolean {
    return this.#options.added.get(schema)?.has(name) === true;
  }

  #isKnown(first: JsonObject, second: JsonObject): boolean {
    const known = this.#compared.get(first) ?? new Set();
    if (known.has(second)) return true;
    this.#compared.set(first, known.add(second));
    return false;
  }
}
