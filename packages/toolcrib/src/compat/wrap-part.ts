import type { JsonObject } from '../core/json.ts';
import type { Dialect, SchemaNode } from '../core/json-schema/document.ts';
import type { PartMeaning } from './meaning.ts';

/** A schema that asks for something of the parts that a constraint is about, and of nothing else. */
export function wrapPart(meaning: PartMeaning, schema: SchemaNode, dialect: Dialect): JsonObject {
  const tuple = dialect === 'draft-07' ? 'items' : 'prefixItems';
  switch (meaning.kind) {
    case 'property':
      return { properties: { [meaning.name]: schema } };
    case 'matching':
      return { patternProperties: { [meaning.pattern]: schema } };
    case 'additional':
      return {
        properties: allowAll(meaning.names),
        patternProperties: allowAll(meaning.patterns),
        additionalProperties: schema,
      };
    case 'item':
      return { [tuple]: [...Array.from({ length: meaning.index }, () => true), schema] };
    case 'items': {
      if (meaning.from === 0) return { items: schema };
      const rest = dialect === 'draft-07' ? 'additionalItems' : 'items';
      return { [tuple]: Array.from({ length: meaning.from }, () => true), [rest]: schema };
    }
  }
}

function allowAll(keys: Iterable<string>): Readonly<Record<string, true>> {
  return Object.fromEntries([...keys].sort().map((key) => [key, true]));
}
