import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../packages/toolcrib/src/core/json.ts';
import { getAt, listPlaces, replaceAt, type Schema, type SchemaPath } from './schema-places.ts';

/** A change to a real schema whose effect is known because of the way it was made. */
export interface ToolChange {
  /** Such as "remove property city at /properties/address". */
  readonly name: string;
  readonly after: Schema;
  /** Whether values were taken away. If not, they were only added. */
  readonly isNarrowing: boolean;
}

interface Edit {
  readonly name: string;
  readonly isNarrowing: boolean;
  readonly schema: JsonObject;
}

/** Every change of a known effect to every place that values reach by properties and items alone. */
export function listToolChanges(schema: JsonObject): ToolChange[] {
  return listPlaces(schema)
    .filter(isPlainPlace)
    .flatMap((path) => {
      const place = getAt(schema, path);
      if (!isJsonObject(place)) return [];
      return listEdits(place).map(({ name, isNarrowing, schema: edited }) => ({
        name: `${name} at /${path.join('/')}`,
        isNarrowing,
        after: replaceAt(schema, path, edited) as Schema,
      }));
    });
}

function isPlainPlace(path: SchemaPath): boolean {
  for (let index = 0; index < path.length; index++) {
    if (path[index] === 'properties') index++;
    else if (path[index] !== 'items') return false;
  }
  return true;
}

function listEdits(schema: JsonObject): Edit[] {
  return [
    ...listTypeEdits(schema),
    ...listEnumEdits(schema),
    ...listObjectEdits(schema),
    ...listBoundEdits(schema),
    { name: 'describe otherwise', isNarrowing: false, schema: { ...schema, description: 'Other words.' } },
    { name: 'allow anything', isNarrowing: false, schema: omit(schema, [...assertions]) },
    { name: 'add an alternative', isNarrowing: false, schema: { anyOf: [schema, { const: 'never seen' }] } },
    { name: 'wrap in allOf', isNarrowing: false, schema: { allOf: [schema] } },
  ];
}

const assertions: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'required',
  'properties',
  'additionalProperties',
  'items',
  'minimum',
  'maximum',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'anyOf',
  'oneOf',
  'allOf',
]);

function listTypeEdits(schema: JsonObject): Edit[] {
  const { type } = schema;
  if (typeof type !== 'string') return [];
  const rest = omit(schema, ['enum', 'const']);
  const edits: Edit[] = [
    { name: 'remove type', isNarrowing: false, schema: omit(schema, ['type']) },
    { name: 'widen type by null', isNarrowing: false, schema: { ...schema, type: [type, 'null'] } },
    { name: 'type as a list', isNarrowing: false, schema: { ...schema, type: [type] } },
  ];
  if (type !== 'null') {
    edits.push({ name: 'replace type', isNarrowing: true, schema: { ...rest, type: 'null' } });
  }
  if (type === 'integer') {
    edits.push({ name: 'integer to number', isNarrowing: false, schema: { ...schema, type: 'number' } });
  }
  if (type === 'number' && schema.enum === undefined) {
    edits.push({ name: 'number to integer', isNarrowing: true, schema: { ...schema, type: 'integer' } });
  }
  if (type === 'string' && schema.enum === undefined && schema.const === undefined) {
    edits.push({ name: 'add enum', isNarrowing: true, schema: { ...schema, enum: ['only this'] } });
  }
  return edits;
}

function listEnumEdits(schema: JsonObject): Edit[] {
  const { enum: options, type } = schema;
  if (!isJsonArray(options ?? null)) return [];
  const choices = options as readonly JsonValue[];
  const edits: Edit[] = [
    { name: 'reverse enum', isNarrowing: false, schema: { ...schema, enum: [...choices].reverse() } },
    { name: 'widen enum', isNarrowing: false, schema: { ...schema, enum: [...choices, 'never seen'] } },
    { name: 'remove enum', isNarrowing: false, schema: omit(schema, ['enum']) },
  ];
  // Only if the values fit their type is one less a loss.
  const isLoss = type === 'string' && choices.every((choice) => typeof choice === 'string');
  if (isLoss && new Set(choices).size > 1) {
    edits.push({ name: 'narrow enum', isNarrowing: true, schema: { ...schema, enum: choices.slice(1) } });
  }
  return edits;
}

function listObjectEdits(schema: JsonObject): Edit[] {
  if (!isJsonObject(schema.properties)) return [];
  const { properties } = schema;
  const required = (schema.required ?? []) as readonly string[];
  const isClosed = schema.additionalProperties === false;
  const names = Object.keys(properties);
  const edits: Edit[] = names.map((name) => ({
    name: `remove property ${name}`,
    isNarrowing: isClosed,
    schema: { ...schema, properties: omit(properties, [name]) },
  }));
  for (const name of names) {
    const isRequired = required.includes(name);
    const others = required.filter((other) => other !== name);
    edits.push({
      name: isRequired ? `no longer require ${name}` : `require ${name}`,
      isNarrowing: !isRequired,
      schema: { ...schema, required: isRequired ? others : [...required, name] },
    });
  }
  edits.push({
    name: 'add a required property',
    isNarrowing: true,
    schema: {
      ...schema,
      properties: { ...properties, added: { type: 'string' } },
      required: [...required, 'added'],
    },
  });
  if (isClosed) {
    edits.push(
      { name: 'open', isNarrowing: false, schema: omit(schema, ['additionalProperties']) },
      {
        name: 'add a property',
        isNarrowing: false,
        schema: { ...schema, properties: { ...properties, added: {} } },
      },
    );
  } else if (schema.additionalProperties === undefined || schema.additionalProperties === true) {
    edits.push({ name: 'close', isNarrowing: true, schema: { ...schema, additionalProperties: false } });
  }
  return edits;
}

function listBoundEdits(schema: JsonObject): Edit[] {
  const edits: Edit[] = [];
  const change = (keyword: string, isNarrowing: boolean, value: number) =>
    edits.push({
      name: `${keyword} to ${value}`,
      isNarrowing,
      schema: { ...schema, [keyword]: value },
    });
  for (const [keyword, value] of Object.entries(schema)) {
    if (typeof value !== 'number' || !/^(min|max|exclusiveM)/.test(keyword)) continue;
    const outwards = /^(min|exclusiveMin)/.test(keyword) ? -1 : 1;
    if (value + outwards >= 0 || /imum$/.test(keyword)) change(keyword, false, value + outwards);
    edits.push({ name: `remove ${keyword}`, isNarrowing: false, schema: omit(schema, [keyword]) });
  }
  if (schema.type === 'array' && schema.maxItems === undefined) {
    change('maxItems', true, Number(schema.minItems ?? 0) + 1);
  }
  if (
    schema.type === 'string' &&
    schema.enum === undefined &&
    schema.maxLength === undefined &&
    schema.pattern === undefined
  ) {
    change('maxLength', true, Number(schema.minLength ?? 0) + 1);
  }
  if (
    /^(number|integer)$/.test(String(schema.type)) &&
    schema.enum === undefined &&
    schema.maximum === undefined
  ) {
    change('maximum', true, Math.max(0, Number(schema.minimum ?? 0)) + 1);
  }
  return edits;
}

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !keys.includes(name)));
}
