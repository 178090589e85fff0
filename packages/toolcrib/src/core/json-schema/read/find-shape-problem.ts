import { isJsonObject, type JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { typeNames } from '../type-name.ts';
import type { KeywordShape } from './keyword-shapes.ts';

const knownTypes: ReadonlySet<JsonValue> = new Set(typeNames);
const anchorPattern = /^[A-Za-z_][-A-Za-z0-9._]*$/;

/**
 * What is wrong with the value of a keyword, as a clause, or nothing. Looks at the value itself, not
 * into the schemas that it holds.
 */
export function findShapeProblem(shape: KeywordShape, value: JsonValue): string | undefined {
  switch (shape) {
    case 'string':
    case 'pattern':
      return typeof value === 'string' ? undefined : 'must be a string';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'number':
      return typeof value === 'number' ? undefined : 'must be a number';
    case 'positive number':
      return typeof value === 'number' && value > 0 ? undefined : 'must be a number greater than 0';
    case 'count':
      return Number.isInteger(value) && Number(value) >= 0 ? undefined : 'must be a non-negative integer';
    case 'anchor':
      return typeof value === 'string' && anchorPattern.test(value) ? undefined : 'must be a plain name';
    case 'array':
      return Array.isArray(value) ? undefined : 'must be an array';
    case 'names':
      return areNames(value) ? undefined : 'must be an array of different strings';
    case 'types':
      return areTypes(value) ? undefined : `must be one or several of ${typeNames.join(', ')}`;
    case 'names by name':
      return findNamesByNameProblem(value);
    default:
      return findSchemaShapeProblem(shape, value);
  }
}

function findSchemaShapeProblem(shape: KeywordShape, value: JsonValue): string | undefined {
  switch (shape) {
    case 'schema':
      return Array.isArray(value) ? 'must be one schema, not an array of schemas' : findSchemaProblem(value);
    case 'schemas':
      return Array.isArray(value) && value.length > 0 ? undefined : 'must be a non-empty array of schemas';
    case 'schema or schemas':
      return Array.isArray(value) && value.length > 0 ? undefined : findSchemaProblem(value);
    case 'schema or names by name':
      return isJsonObject(value) ? findDependencyProblem(value) : 'must be an object';
    default:
      return isJsonObject(value) ? undefined : 'must be an object';
  }
}

/** What {@link isSchema} expects, as a clause. */
export const SCHEMA_EXPECTED = 'must be an object or a boolean';

/** Whether a value can be a schema at all. */
export function isSchema(value: JsonValue): value is SchemaNode {
  return typeof value === 'boolean' || isJsonObject(value);
}

function findSchemaProblem(value: JsonValue): string | undefined {
  return isSchema(value) ? undefined : SCHEMA_EXPECTED;
}

function findNamesByNameProblem(value: JsonValue): string | undefined {
  const isValid = isJsonObject(value) && Object.values(value).every(areNames);
  return isValid ? undefined : 'must be an object of arrays of different strings';
}

function findDependencyProblem(value: { readonly [name: string]: JsonValue }): string | undefined {
  const isValid = Object.values(value).every((item) => !Array.isArray(item) || areNames(item));
  return isValid ? undefined : 'must be an object of schemas and of arrays of different strings';
}

function areNames(value: JsonValue): boolean {
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) return false;
  return value.length < 2 || new Set(value).size === value.length;
}

function areTypes(value: JsonValue): boolean {
  if (!Array.isArray(value)) return knownTypes.has(value);
  const isKnown = value.length > 0 && value.every((name) => knownTypes.has(name));
  return isKnown && new Set(value).size === value.length;
}
