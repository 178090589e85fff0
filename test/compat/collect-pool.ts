import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';
import { getAt, listPlaces, type Schema } from './schema-places.ts';

/** Names and values that schemas mention, the numbers with their neighbours, and a few that they may not. */
export interface Pool {
  readonly names: readonly string[];
  readonly values: readonly JsonValue[];
}

const usualValues: readonly JsonValue[] = [null, true, false, 0, 1, -1, 0.5, 1e9, '', 'a', 'zzz', [], {}];

export function collectPool(schemas: readonly Schema[]): Pool {
  const names = new Set(['a', 'new', 'zz']);
  const values = new Map<string, JsonValue>(usualValues.map((value) => [JSON.stringify(value), value]));
  for (const root of schemas) {
    for (const path of listPlaces(root)) {
      const schema = getAt(root, path);
      if (!isJsonObject(schema)) continue;
      for (const name of listNames(schema)) names.add(name);
      for (const value of listValues(schema)) values.set(JSON.stringify(value), value);
    }
  }
  names.delete('__proto__');
  return { names: [...names], values: [...values.values()] };
}

function listNames(schema: JsonObject): string[] {
  const dependencies = [schema.dependentRequired, schema.dependencies].filter(isJsonObject);
  const lists = [schema.required, ...dependencies.flatMap((map) => Object.values(map))];
  const maps = [schema.properties, schema.dependentSchemas, ...dependencies].filter(isJsonObject);
  const listed = lists.flatMap((list) => (isJsonArray(list ?? null) ? (list as readonly string[]) : []));
  return [...listed, ...maps.flatMap((map) => Object.keys(map))];
}

function listValues(schema: JsonObject): JsonValue[] {
  const numbers = Object.values(schema).filter((value) => typeof value === 'number');
  const options = isJsonArray(schema.enum ?? null) ? (schema.enum as readonly JsonValue[]) : [];
  const constants = schema.const === undefined ? options : [schema.const, ...options];
  return [...constants, ...numbers.flatMap((number) => [number, number + 1, number - 1])];
}
