import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { KeywordShape } from '../../core/json-schema/read/keyword-shapes.ts';
import { splitReference } from '../../core/json-schema/read/uri.ts';
import type { Source } from './read-source.ts';
import { settleNames } from './settle-names.ts';
import type { WireKeys } from './wire-keys.ts';

/** Keywords whose members are called as properties are. */
const namedByProperty: ReadonlySet<string> = new Set([
  ...['properties', 'dependentRequired', 'dependentSchemas', 'dependencies'],
]);

/** The same schema with other names of properties, and with references that still lead where they did. */
export function renameKeys(source: Source, { toWire }: WireKeys, isWhole: boolean): JsonObject {
  const { shapes } = source;
  const targets = new Set([...source.references.values()].map(({ schema }) => schema));
  const rename = (name: string) => toWire.get(name) ?? name;
  const renameAll = (names: JsonValue) =>
    isJsonArray(names) ? names.map((name) => (typeof name === 'string' ? rename(name) : name)) : names;

  /** A value that holds no schema by itself; only a reference can have made one of what is inside. */
  const visitData = (value: JsonValue): JsonValue => {
    if (targets.size === 0 || typeof value !== 'object' || value === null) return value;
    if (isJsonArray(value)) return value.map(visitData);
    return targets.has(value) ? visitSchema(value) : mapMembers(value, (_name, item) => visitData(item));
  };

  const visitKeyword = (keyword: string, value: JsonValue): JsonValue => {
    const shape = shapes.get(keyword);
    if (keyword === 'required' || keyword === 'propertyOrdering') return renameAll(value);
    if (keyword === '$ref' && typeof value === 'string') return renameReference(value, source, rename);
    if (namedByProperty.has(keyword) && shape !== undefined && isJsonObject(value)) {
      const members = Object.entries(value).map(([name, item]) => {
        return [rename(name), isJsonArray(item) ? renameAll(item) : visitSchema(item)] as const;
      });
      return Object.fromEntries(members);
    }
    return visitShape(shape, value);
  };

  const visitShape = (shape: KeywordShape | undefined, value: JsonValue): JsonValue => {
    switch (shape) {
      case 'schema':
        return visitSchema(value);
      case 'schemas':
      case 'schema or schemas':
        return isJsonArray(value) ? value.map(visitSchema) : visitSchema(value);
      case 'schema by name':
      case 'schema by pattern':
        // The shape says that it is an object.
        return mapMembers(value as JsonObject, (_name, item) => visitSchema(item));
      default:
        return visitData(value);
    }
  };

  const visitSchema = (schema: JsonValue): JsonValue =>
    isJsonObject(schema) ? mapMembers(settleNames(schema, toWire, isWhole).schema, visitKeyword) : schema;

  // What is made of an object is one.
  return visitSchema(source.root) as JsonObject;
}

function mapMembers(object: JsonObject, map: (name: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(name, value)]));
}

/** A reference that goes through the names of properties, such as `#/properties/a`. */
function renameReference(reference: string, { shapes }: Source, rename: (name: string) => string): string {
  const { address, fragment } = splitReference(reference);
  if (!fragment.startsWith('/')) return reference;
  let place: 'schema' | 'named by property' | 'other' = 'schema';
  const steps = fragment.slice(1).split('/');
  const renamed = steps.map((step) => {
    const name = readStep(step);
    if (place === 'named by property') {
      place = 'schema';
      const wire = rename(name);
      return wire === name ? step : wire;
    }
    if (place === 'schema' && namedByProperty.has(name)) place = 'named by property';
    else if (place === 'schema') place = shapes.get(name) === 'schema' ? 'schema' : 'other';
    // After the name of a definition, or the place in a list, comes a schema again.
    else place = 'schema';
    return step;
  });
  return `${address}#/${renamed.join('/')}`;
}

function readStep(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    // A malformed percent sign is no reason to fail: such a reference was refused before.
    return text;
  }
}
