import type { CheckOutcome, ValidationIssue } from './issue.ts';

export type JsonPrimitive = string | number | boolean | null;
export type JsonArray = readonly JsonValue[];
export type JsonObject = { readonly [key: string]: JsonValue };
export type JsonValue = JsonPrimitive | JsonArray | JsonObject;

/** How deeply a value may be nested. */
export const MAX_JSON_DEPTH = 128;

/**
 * A deeply frozen copy of a value that is JSON as it stands; nothing is converted or stringified.
 *
 * Properties that are `undefined` count as absent. Everything else that JSON cannot say is an issue:
 * class instances, functions, symbols, bigints, NaN, infinities, holes, cycles, lone surrogates,
 * `__proto__` keys, and nesting beyond {@link MAX_JSON_DEPTH}.
 */
export function copyJson(value: unknown): CheckOutcome<JsonValue> {
  const copier = new Copier();
  const copy = copier.copy(value, 0);
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

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal, the order of keys apart. */
export function equalJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => equalJson(item, right[index] as JsonValue))
    );
  }
  if (Array.isArray(right)) return false;
  const keys = Object.keys(left);
  // Neither side is an array here, which `Array.isArray` cannot tell the compiler for readonly arrays.
  const [leftObject, rightObject] = [left as JsonObject, right as JsonObject];
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) =>
        Object.hasOwn(right, key) && equalJson(leftObject[key] as JsonValue, rightObject[key] as JsonValue),
    )
  );
}

class Copier {
  issues: ValidationIssue[] | undefined;
  readonly #path: (string | number)[] = [];
  readonly #ancestors: object[] = [];

  copy(value: unknown, depth: number): JsonValue {
    switch (typeof value) {
      case 'string':
        return value.isWellFormed() ? value : this.#refuse('contains a lone surrogate');
      case 'number':
        return Number.isFinite(value) ? value : this.#refuse(`is ${value}, which JSON cannot say`);
      case 'boolean':
        return value;
      case 'object':
        return value === null ? null : this.#copyObject(value, depth);
      default:
        return this.#refuse(`is of type ${typeof value}, which JSON cannot say`);
    }
  }

  #copyObject(value: object, depth: number): JsonValue {
    if (depth >= MAX_JSON_DEPTH) return this.#refuse(`is nested more than ${MAX_JSON_DEPTH} levels deep`);
    if (this.#ancestors.includes(value)) return this.#refuse('contains itself');
    this.#ancestors.push(value);
    const copy = Array.isArray(value)
      ? this.#copyArray(value, depth)
      : isPlainObject(value)
        ? this.#copyProperties(value, depth)
        : this.#refuse('is an instance of a class, not plain JSON');
    this.#ancestors.pop();
    return copy;
  }

  #copyArray(value: readonly unknown[], depth: number): JsonArray {
    const copy: JsonValue[] = [];
    for (let index = 0; index < value.length; index++) {
      this.#path.push(index);
      copy.push(this.copy(value[index], depth + 1));
      this.#path.pop();
    }
    return Object.freeze(copy);
  }

  #copyProperties(value: Record<string, unknown>, depth: number): JsonObject {
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      const item = value[key];
      if (item === undefined) continue;
      this.#path.push(key);
      if (key === '__proto__') this.#refuse('is a key that is never accepted');
      else if (!key.isWellFormed()) this.#refuse('is a key with a lone surrogate');
      else copy[key] = this.copy(item, depth + 1);
      this.#path.pop();
    }
    return Object.freeze(copy);
  }

  #refuse(message: string): null {
    this.issues ??= [];
    this.issues.push({ path: [...this.#path], message });
    return null;
  }
}
