import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { areDisjoint } from '../subset/are-disjoint.ts';
import { getProperty, type Place } from './places.ts';

/** The schemas of a place that describe objects. */
export function listObjects(place: Place): JsonObject[] {
  return [...place].filter(({ properties }) => isJsonObject(properties));
}

/** Whether a value has the properties of a closed object, all of them, and the values that mark it. */
export function isCase(schema: JsonObject, value: JsonObject): boolean {
  const { properties } = schema;
  if (!isJsonObject(properties)) return false;
  const names = Object.keys(properties);
  if (names.length !== Object.keys(value).length) return false;
  return names.every((name) => Object.hasOwn(value, name) && isMark(properties[name], value[name]));
}

/** Whether a property can have a value, as far as a list of values tells. */
function isMark(schema: JsonValue | undefined, value: JsonValue | undefined): boolean {
  const marks = listMarks(schema);
  return marks === undefined || (value !== undefined && marks.includes(value));
}

/** Whether two closed objects, which have `properties`, can be told apart: by the names of those, or by a mark. */
export function areApart(first: JsonObject, second: JsonObject, marks: Marks): boolean {
  const names = Object.keys(first.properties as JsonObject);
  const others = Object.keys(second.properties as JsonObject);
  if (names.length !== others.length) return true;
  return names.some((name) => {
    const other = getProperty(second, name);
    if (other === undefined) return true;
    const [left, right] = [marks.get(getProperty(first, name)), marks.get(other)];
    return left !== undefined && right !== undefined && areDisjoint(left, right);
  });
}

/** The values that mark schemas, gathered once for each: a schema is compared with many others. */
export class Marks {
  readonly #known = new Map<JsonObject, ReadonlySet<JsonValue> | undefined>();

  get(schema: JsonValue | undefined): ReadonlySet<JsonValue> | undefined {
    if (!isJsonObject(schema)) return undefined;
    if (this.#known.has(schema)) return this.#known.get(schema);
    const list = listMarks(schema);
    const marks = list === undefined ? undefined : new Set(list);
    this.#known.set(schema, marks);
    return marks;
  }
}

/** The values of a property, if there are only so many. */
function listMarks(schema: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}
