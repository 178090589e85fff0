import { copyPlainJson } from './copy-plain-json.ts';
import { cutText } from './cut-text.ts';
import type { CheckOutcome, ValidationIssue } from './issue.ts';

/** A JSON value that holds no other. */
export type JsonPrimitive = string | number | boolean | null;
/** A JSON array, readonly because ours are frozen. */
export type JsonArray = readonly JsonValue[];
/** A JSON object, readonly because ours are frozen. */
export type JsonObject = { readonly [key: string]: JsonValue };
/** Whatever JSON can say. */
export type JsonValue = JsonPrimitive | JsonArray | JsonObject;

/** How deeply a value may be nested. */
export const MAX_JSON_DEPTH = 128;

/** How many items an array may have; one with holes can claim any length. */
const MAX_JSON_ITEMS = 10_000_000;

/**
 * A deeply frozen copy of a value that is JSON as it stands; nothing is converted or stringified.
 *
 * Properties that are `undefined`, and keys that are symbols, count as absent. Everything else that JSON
 * cannot say is an issue: class instances, functions, bigints, NaN, infinities, holes, cycles, lone
 * surrogates, `__proto__` keys, and nesting beyond {@link MAX_JSON_DEPTH}.
 */
export function copyJson(value: unknown): CheckOutcome<JsonValue> {
  const quick = copyPlainJson(value);
  if (quick !== undefined) return { ok: true, value: quick };
  const copier = new IssueCollector(MAX_JSON_DEPTH, MAX_JSON_ITEMS);
  const copy = copier.copy(value);
  return copier.issues === undefined ? { ok: true, value: copy } : { ok: false, issues: copier.issues };
}

/** Whether a value is an object made by `{}`, `JSON.parse` or `Object.create(null)`, of any realm. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    prototype === Object.prototype ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))
  );
}

/** The type of a value that JSON cannot say; of a symbol also its description, which may be the only word about it. */
export function describeType(value: unknown): string {
  return typeof value === 'symbol' ? cutText(String(value)) : `of type ${typeof value}`;
}

/** `Array.isArray` does not know readonly arrays. */
export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with a value that is to be copied: it contains itself, is nested too deeply, or is no JSON. */
export type JsonProblem = 'cycle' | 'depth' | 'type';

/** Makes frozen copies of JSON values. What happens to anything else is decided by a subclass. */
export abstract class JsonCopier {
  /** Where the copier is. */
  protected readonly path: (string | number)[] = [];
  readonly #ancestors: object[] = [];
  readonly #maxDepth: number;
  readonly #maxItems: number;

  constructor(maxDepth: number, maxItems: number) {
    this.#maxDepth = maxDepth;
    this.#maxItems = maxItems;
  }

  copy(value: unknown): JsonValue {
    switch (typeof value) {
      case 'string':
        this.count(value.length + 2);
        return value.isWellFormed() ? value : this.refuse('type', 'contains a lone surrogate');
      case 'number':
        this.count(1);
        // Adding zero makes 0 of -0, as JSON text would: equal digests mean equal values.
        return Number.isFinite(value) ? value + 0 : this.refuse('type', `is ${value}, which JSON cannot say`);
      case 'boolean':
        this.count(4);
        return value;
      case 'object':
        return value === null ? null : this.#copyObject(value);
      default:
        return this.refuse('type', `is ${describeType(value)}, which JSON cannot say`);
    }
  }

  /** Throws, or gives what stands in for the value. */
  protected abstract refuse(problem: JsonProblem, message: string): JsonValue;

  /** Accounts for characters of the JSON text before they are copied, roughly. */
  protected abstract count(characters: number): void;

  #copyObject(value: object): JsonValue {
    const ancestors = this.#ancestors;
    if (ancestors.includes(value)) return this.refuse('cycle', 'contains itself');
    if (ancestors.length >= this.#maxDepth) {
      return this.refuse('depth', `is nested more than ${this.#maxDepth} levels deep`);
    }
    const own = readOwn(value, this.#maxItems);
    if (typeof own === 'string') return this.refuse('type', own);
    ancestors.push(value);
    const copy = Array.isArray(own) ? this.#freezeItems(own) : this.#freezeProperties(own);
    ancestors.pop();
    return copy;
  }

  #freezeItems(items: unknown[]): JsonArray {
    this.count(items.length + 2);
    for (let index = 0; index < items.length; index++) {
      this.path.push(index);
      items[index] = this.copy(items[index]);
      this.path.pop();
    }
    // Every item has just been copied.
    return Object.freeze(items as JsonValue[]);
  }

  #freezeProperties(properties: Record<PropertyKey, unknown>): JsonObject {
    for (const symbol of Object.getOwnPropertySymbols(properties)) delete properties[symbol];
    for (const key of Object.keys(properties)) {
      const item = properties[key];
      this.path.push(key);
      this.count(key.length + 4);
      if (key === '__proto__') this.refuse('type', 'is a key that is never accepted');
      else if (!key.isWellFormed()) this.refuse('type', 'is a key with a lone surrogate');
      else if (item === undefined) delete properties[key];
      else properties[key] = this.copy(item);
      this.path.pop();
    }
    // Every property that is left has just been copied.
    return Object.freeze(properties as Record<string, JsonValue>);
  }
}

/**
 * The items or properties of a value, each read once, in a container that takes no more memory than it
 * needs and shares the layout of the original; or why they cannot be had. Only here is code of the value
 * run, such as a getter, and it may throw anything.
 */
function readOwn(value: object, maxItems: number): unknown[] | Record<PropertyKey, unknown> | string {
  try {
    if (Array.isArray(value)) return value.length > maxItems ? `has more than ${maxItems} items` : [...value];
    return isPlainObject(value) ? { ...value } : 'is an instance of a class, not plain JSON';
  } catch {
    // What was thrown may hold anything, and belongs to whoever made the value.
    return 'cannot be read';
  }
}

class IssueCollector extends JsonCopier {
  issues: ValidationIssue[] | undefined;

  protected override refuse(_problem: JsonProblem, message: string): JsonValue {
    this.issues ??= [];
    this.issues.push({ path: [...this.path], message });
    return null;
  }

  protected override count(): void {
    // Whoever reads arguments from outside has bounded their text already.
  }
}
