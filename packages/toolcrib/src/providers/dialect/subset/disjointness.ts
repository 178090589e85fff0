import { canonicalJson } from '../../../core/canonical-json.ts';
import { areDisjoint } from './are-disjoint.ts';
import { isOfType } from './decide-types.ts';
import type { Located } from './located.ts';
import { intersectTypes } from './merge-keywords.ts';
import { isProblem, type MergeProblem, type Reading, type Values } from './reading.ts';

/** Reads schemas that apply to one value as one. */
type ReadTogether = (schemas: readonly Located[]) => Reading | MergeProblem;

/** Proves that schemas have no value in common. */
export class Disjointness {
  readonly #read: ReadTogether;
  readonly #values = new Map<Values, ReadonlySet<string>>();
  readonly #properties = new Map<readonly Located[], Reading | MergeProblem>();

  constructor(read: ReadTogether) {
    this.#read = read;
  }

  /**
   * Whether no value that the first of two schemas accepts, once its objects are closed, is accepted by the
   * second one, and the reverse. Proven or not: `false` means that nothing is known.
   */
  areDisjoint(first: Reading, second: Reading): boolean {
    if (haveDifferentTypes(first, second) || this.#haveDifferentValues(first, second)) return true;
    if (!isObject(first) || !isObject(second)) return false;
    return this.#haveDifferentMarks(first, second) || (lacksSome(first, second) && lacksSome(second, first));
  }

  /** Whether a property that both require tells them apart by its values. */
  #haveDifferentMarks(first: Reading, second: Reading): boolean {
    const needed = new Set(second.required);
    return first.required.some((name) => {
      if (!needed.has(name)) return false;
      const [one, other] = [this.#readProperty(first, name), this.#readProperty(second, name)];
      return (
        one !== undefined &&
        other !== undefined &&
        (haveDifferentTypes(one, other) || this.#haveDifferentValues(one, other))
      );
    });
  }

  #haveDifferentValues(first: Reading, second: Reading): boolean {
    const [left, right] = [first.values, second.values];
    if (left !== undefined && right !== undefined) {
      return areDisjoint(this.#toTexts(left), this.#toTexts(right));
    }
    if (left !== undefined) return isNoneOf(left, second);
    return right !== undefined && isNoneOf(right, first);
  }

  /** Values as texts that can be compared, made once: a schema is compared with many others. */
  #toTexts(values: Values): ReadonlySet<string> {
    const texts = this.#values.get(values) ?? new Set(values.list.map((value) => canonicalJson(value)));
    this.#values.set(values, texts);
    return texts;
  }

  #readProperty({ properties }: Reading, name: string): Reading | undefined {
    const schemas = properties?.get(name);
    if (schemas === undefined) return undefined;
    const read = this.#properties.get(schemas) ?? this.#read(schemas);
    this.#properties.set(schemas, read);
    return isProblem(read) ? undefined : read;
  }
}

function haveDifferentTypes(first: Reading, second: Reading): boolean {
  if (first.types === undefined || second.types === undefined) return false;
  return intersectTypes(first.types, second.types).length === 0;
}

function isNoneOf({ list }: Values, { types }: Reading): boolean {
  return types !== undefined && !list.some((value) => isOfType(value, types));
}

/** Whether a schema requires a property that closed objects of another one do not have. */
function lacksSome({ properties, unions }: Reading, { required }: Reading): boolean {
  return unions.length === 0 && required.some((name) => properties?.has(name) !== true);
}

/** Whether only objects are left of a schema once it says its type. */
function isObject({ types, properties }: Reading): boolean {
  return types === undefined ? properties !== undefined : types.length === 1 && types[0] === 'object';
}
