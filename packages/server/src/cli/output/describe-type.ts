import { isRecord } from '../client/json-fields.ts';

const MAX_CHOICES = 8;
/** Schemas nest without end; a table cell does not. */
const MAX_DEPTH = 3;

/** A JSON Schema in a few words, such as `integer`, `"km" | "mi"` or `string[]`. */
export function describeType(schema: unknown, depth = 0): string {
  if (!isRecord(schema) || depth > MAX_DEPTH) return 'anything';
  if (Array.isArray(schema.enum)) return describeChoices(schema.enum);
  if ('const' in schema) return JSON.stringify(schema.const);
  const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (alternatives !== undefined) {
    return [...new Set(alternatives.map((alternative) => describeType(alternative, depth + 1)))].join(' | ');
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => describeOne(type, schema, depth)).join(' | ');
}

function describeOne(type: unknown, schema: Readonly<Record<string, unknown>>, depth: number): string {
  if (type === 'array') return `${describeType(schema.items, depth + 1)}[]`;
  return typeof type === 'string' ? type : 'anything';
}

function describeChoices(choices: readonly unknown[]): string {
  const shown = choices.slice(0, MAX_CHOICES).map((choice) => JSON.stringify(choice));
  return [...shown, ...(choices.length > MAX_CHOICES ? ['…'] : [])].join(' | ');
}
