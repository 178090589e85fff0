import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../core/json.ts';
import { pointerTo } from '../core/json-pointer.ts';

/** One place where two values differ. */
export type JsonDifference = {
  /** A JSON Pointer (RFC 6901); empty for the values themselves. */
  readonly pointer: string;
  /** Absent if there was nothing. */
  readonly before?: JsonValue;
  /** Absent if there is nothing any more. */
  readonly after?: JsonValue;
};

type Path = readonly (string | number)[];
/** What is compared; undefined where there is nothing. */
type Pair = readonly [before: JsonValue | undefined, after: JsonValue | undefined];

const MAX_DIFFERENCES = 1000;

/**
 * Where two JSON values differ, as deep inside as possible: keys in code-unit order, whatever their order in the values,
 * and arrays item by item. None if the values are equal. From the thousandth difference on, all that follow are told as
 * one, at the nearest place that holds them.
 */
export function diffJson(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly JsonDifference[] {
  const paths = new DifferingPaths();
  paths.visit([before, after]);
  const found = paths.rest === undefined ? paths.first : [...paths.first, paths.rest];
  return Object.freeze(found.map((path) => toDifference(path, [before, after])));
}

/** Collects where two values differ, and beyond so many the path that the rest have in common. */
class DifferingPaths {
  readonly first: Path[] = [];
  rest: Path | undefined;
  readonly #path: (string | number)[] = [];

  visit([before, after]: Pair): void {
    if (before === after) return;
    if (before === undefined || after === undefined) this.#add();
    else if (isJsonArray(before) && isJsonArray(after)) this.#visitItems(before, after);
    else if (isJsonObject(before) && isJsonObject(after)) this.#visitMembers(before, after);
    else this.#add();
  }

  #add(): void {
    if (this.first.length < MAX_DIFFERENCES - 1) this.first.push([...this.#path]);
    else this.rest = this.rest === undefined ? [...this.#path] : commonPath(this.rest, this.#path);
  }

  #visitItems(before: JsonArray, after: JsonArray): void {
    const length = Math.max(before.length, after.length);
    for (let index = 0; index < length; index++) this.#enter(index, [before[index], after[index]]);
  }

  #visitMembers(before: JsonObject, after: JsonObject): void {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of [...keys].sort()) this.#enter(key, [memberOf(before, key), memberOf(after, key)]);
  }

  #enter(step: string | number, pair: Pair): void {
    this.#path.push(step);
    this.visit(pair);
    this.#path.pop();
  }
}

function toDifference(path: Path, [before, after]: Pair): JsonDifference {
  const [from, to] = [valueAt(path, before), valueAt(path, after)];
  return Object.freeze({
    pointer: pointerTo('', ...path),
    ...(from !== undefined && { before: from }),
    ...(to !== undefined && { after: to }),
  });
}

function valueAt(path: Path, root: JsonValue | undefined): JsonValue | undefined {
  let value = root;
  for (const step of path) value = value === undefined ? undefined : memberOf(value, step);
  return value;
}

/** What an object inherits plays no part. */
function memberOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (isJsonArray(value)) return value[Number(step)];
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function commonPath(left: Path, right: Path): Path {
  const end = left.findIndex((step, index) => step !== right[index]);
  return end === -1 ? left : left.slice(0, end);
}
