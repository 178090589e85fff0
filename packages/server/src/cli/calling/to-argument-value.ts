import { isRecord } from '../client/json-fields.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * What somebody means by `key=text`, going by the schema of the argument: `5` is a text where a text is wanted, and a
 * number where a number is. Where the schema says nothing, it is what it looks like. What fits nothing stays a text, so
 * that the tool's own check names the mistake.
 */
export function toArgumentValue(text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  if (types.includes('string')) return text;
  const accepts = (type: string): boolean => types.length === 0 || types.includes(type);
  if ((accepts('number') || accepts('integer')) && number.test(text)) return Number(text);
  if (accepts('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (accepts('null') && text === 'null') return null;
  const isNested = (accepts('object') && text.startsWith('{')) || (accepts('array') && text.startsWith('['));
  if (!isNested) return types.includes('array') ? toArgumentValue(text, itemsOf(schema)) : text;
  try {
    return JSON.parse(text);
  } catch {
    // A text that only begins like JSON.
    return text;
  }
}

/** The types that a schema names, also in its alternatives; empty if it leaves that open. */
function typesOf(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  if (typeof schema.type === 'string') return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === 'string');
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  if (values.some((value) => typeof value === 'string')) return ['string'];
  const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray) ?? [];
  return alternatives.flatMap(typesOf);
}

function itemsOf(schema: unknown): unknown {
  return isRecord(schema) ? schema.items : undefined;
}
