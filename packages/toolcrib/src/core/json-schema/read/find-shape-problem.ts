import { isJsonObject, type JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { typeNames } from '../type-name.ts';
import type { KeywordShape } from './keyword-shapes.ts';

const knownTypes: ReadonlySet<JsonValue> = new Set(typeNames);
const anchorPattern = /^[A-Za-z_][-A-Za-z0-9._]*$/;

/** What a schema is, as the end of a sentence. */
export const SCHEMA_EXPECTED = 'an object or a boolean';

/** How a value of each shape is known, and what it is called. Schemas inside of it are not looked at. */
const expectations: Readonly<
  Record<KeywordShape, readonly [isExpected: (value: JsonValue) => boolean, expected: string]>
> = {
  string: [isString, 'a string'],
  pattern: [isString, 'a string'],
  anchor: [(value) => isString(value) && anchorPattern.test(value), 'a plain name'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  number: [(value) => typeof value === 'number', 'a number'],
  'positive number': [(value) => typeof value === 'number' && value > 0, 'a number greater than 0'],
  count: [(value) => Number.isInteger(value) && Number(value) >= 0, 'a non-negative integer'],
  array: [Array.isArray, 'an array'],
  object: [isJsonObject, 'an object'],
  names: [areNames, 'an array of different strings'],
  'names by name': [
    (value) => isJsonObject(value) && Object.values(value).every(areNames),
    'an object of arrays of different strings',
  ],
  types: [areTypes, `one or several of ${typeNames.join(', ')}`],
  schema: [isSchema, SCHEMA_EXPECTED],
  schemas: [isFilledArray, 'a non-empty array of schemas'],
  'schema or schemas': [(value) => isSchema(value) || isFilledArray(value), SCHEMA_EXPECTED],
  'schema by name': [isJsonObject, 'an object'],
  'schema by pattern': [isJsonObject, 'an object'],
  'schema or names by name': [
    (value) =>
      isJsonObject(value) && Object.values(value).every((item) => !Array.isArray(item) || areNames(item)),
    'an object of schemas and of arrays of different strings',
  ],
};

/** What is wrong with the value of a keyword, as a clause, or nothing. */
export function findShapeProblem(shape: KeywordShape, value: JsonValue): string | undefined {
  const [isExpected, expected] = expectations[shape];
  return isExpected(value) ? undefined : `must be ${expected}`;
}

/** Whether a value can be a schema at all. */
export function isSchema(value: JsonValue): value is SchemaNode {
  return typeof value === 'boolean' || isJsonObject(value);
}

function isString(value: JsonValue): value is string {
  return typeof value === 'string';
}

function isFilledArray(value: JsonValue): boolean {
  return Array.isArray(value) && value.length > 0;
}

function areNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every(isString) && new Set(value).size === value.length;
}

function areTypes(value: JsonValue): boolean {
  if (!Array.isArray(value)) return knownTypes.has(value);
  const isKnown = value.length > 0 && value.every((name) => knownTypes.has(name));
  return isKnown && new Set(value).size === value.length;
}
