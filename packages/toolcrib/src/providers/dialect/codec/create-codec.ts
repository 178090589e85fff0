import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
} from '../../../core/json.ts';
import type { ArgumentsCodec } from '../dialect.ts';
import type { CodecPlan } from './codec-plan.ts';
import { fits } from './fits.ts';
import { isCase, listObjects } from './object-cases.ts';
import { getProperty, type Place, Places } from './places.ts';

/** The codec of a schema whose arguments are different on the wire. */
export function createCodec(plan: CodecPlan): ArgumentsCodec {
  const coder = new ArgumentsCoder(plan);
  return Object.freeze({
    decode: (args: JsonObject) => (isTooDeep(args) ? args : coder.decode(args)),
    encode: (args: JsonObject) => (isTooDeep(args) ? args : coder.encode(args)),
  });
}

/** Whether arguments are deeper than any that a tool is called with; following them would end the call stack. */
function isTooDeep(value: JsonValue, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= MAX_JSON_DEPTH) return true;
  return Object.values(value).some((item: JsonValue) => isTooDeep(item, depth + 1));
}

class ArgumentsCoder {
  readonly #plan: CodecPlan;
  /** The same without nulls that cannot be told from the tool's own: those are the last choice. */
  readonly #certain: CodecPlan;
  readonly #places: Places;

  constructor(plan: CodecPlan) {
    this.#plan = plan;
    this.#certain = { ...plan, optional: plan.added };
    this.#places = new Places(plan.shapes, (schema) => plan.follow(schema));
  }

  decode(args: JsonObject): JsonObject {
    // Objects stay objects.
    return this.#decode(args, this.#places.open([this.#plan.root])) as JsonObject;
  }

  encode(args: JsonObject): JsonObject {
    // Objects stay objects.
    return this.#encode(args, this.#places.open([this.#plan.root])) as JsonObject;
  }

  #decode(value: JsonValue, place: Place): JsonValue {
    if (isJsonArray(value)) {
      const items = this.#places.openItems(place);
      return keepIfSame(
        value,
        value.map((item) => this.#decode(item, items)),
      );
    }
    if (!isJsonObject(value)) return value;
    const cases = this.#selectCases(value, place);
    const isKnown = Object.keys(value).every((name) => isKnownToAll(cases, name));
    const members: [string, JsonValue][] = [];
    for (const name of Object.keys(value)) {
      const item = value[name] as JsonValue;
      if (item === null && isKnown && this.#isMissing(cases, name)) continue;
      const own = this.#plan.wireKeys.toOwn.get(name);
      const isRenamed = own !== undefined && !Object.hasOwn(value, own) && isMentioned(place, name);
      members.push([isRenamed ? own : name, this.#decode(item, this.#places.openProperty(cases, name))]);
    }
    return toObject(value, members);
  }

  /** The schemas that a value was made by, as its properties tell; all of them if they tell nothing. */
  #selectCases(value: JsonObject, place: Place): Iterable<JsonObject> {
    if (this.#plan.added.size === 0) return place;
    const objects = listObjects(place);
    const cases = objects.filter((schema) => isCase(schema, value));
    return cases.length > 0 ? cases : objects;
  }

  #isMissing(cases: Iterable<JsonObject>, name: string): boolean {
    const { added, acceptsNull } = this.#plan;
    let isMissing = false;
    for (const schema of cases) {
      if (added.get(schema)?.has(name)) isMissing = true;
      else {
        const property = getProperty(schema, name);
        if (isJsonObject(property) && acceptsNull(property)) return false;
      }
    }
    return isMissing;
  }

  #encode(value: JsonValue, place: Place): JsonValue {
    if (isJsonArray(value)) {
      const items = this.#places.openItems(place);
      return keepIfSame(
        value,
        value.map((item) => this.#encode(item, items)),
      );
    }
    if (!isJsonObject(value)) return value;
    const made = this.#selectEncoding(value, place);
    const members = Object.keys(value).map((name): [string, JsonValue] => {
      const wire = this.#plan.wireKeys.toWire.get(name);
      const isRenamed = wire !== undefined && !Object.hasOwn(value, wire) && isMentioned(place, wire);
      const wireName = isRenamed ? wire : name;
      const item = this.#places.openProperty(made === undefined ? place : [made], wireName);
      return [wireName, this.#encode(value[name] as JsonValue, item)];
    });
    const sent = new Set(members.map(([name]) => name));
    for (const name of (made && this.#plan.optional?.get(made)) ?? []) {
      if (!sent.has(name)) members.push([name, null]);
    }
    return toObject(value, members);
  }

  /** The schema that a value is of, if nulls have to be added by one. */
  #selectEncoding(value: JsonObject, place: Place): JsonObject | undefined {
    if ((this.#plan.optional?.size ?? 0) === 0) return undefined;
    const objects = listObjects(place);
    const [only, ...others] = objects;
    if (others.length > 0) {
      const find = (plan: CodecPlan) => objects.find((schema) => fits(value, schema, plan));
      return find(this.#certain) ?? find(this.#plan);
    }
    const { toWire } = this.#plan.wireKeys;
    // What reads the call again only takes nulls away where it knows all properties.
    const isKnown = Object.keys(value).every((name) => isKnownToAll(objects, toWire.get(name) ?? name));
    return isKnown ? only : undefined;
  }
}

/** Whether every one of some schemas describes a property. What one does not is not its null to take away. */
function isKnownToAll(schemas: Iterable<JsonObject>, name: string): boolean {
  for (const schema of schemas) if (getProperty(schema, name) === undefined) return false;
  return true;
}

/** Whether any schema of a place knows a property by name. */
function isMentioned(place: Place, name: string): boolean {
  for (const schema of place) {
    if (getProperty(schema, name) !== undefined) return true;
    if (Array.isArray(schema.required) && schema.required.includes(name)) return true;
  }
  return false;
}

function keepIfSame(before: readonly JsonValue[], after: readonly JsonValue[]): JsonValue {
  return after.every((item, index) => item === before[index]) ? before : Object.freeze(after);
}

/** An object with these members: the one before, if they are the same. */
function toObject(before: JsonObject, members: readonly (readonly [string, JsonValue])[]): JsonObject {
  const names = Object.keys(before);
  const isSame =
    members.length === names.length &&
    members.every(([name, item], index) => name === names[index] && item === before[name]);
  return isSame ? before : Object.freeze(Object.fromEntries(members));
}
