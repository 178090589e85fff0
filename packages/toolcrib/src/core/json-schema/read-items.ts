import type { JsonObject } from '../json.ts';
import type { Dialect, SchemaNode } from './document.ts';

/** What applies to the items of an array. */
export interface ItemSchemas {
  /** To the first items, one by one. */
  readonly prefix: readonly SchemaNode[];
  /** To all others. */
  readonly rest: SchemaNode | undefined;
}

/** The schemas for items in a checked schema; the dialects spell them differently. */
export function readItems(schema: JsonObject, dialect: Dialect): ItemSchemas {
  // The document was checked, so the keywords have these shapes.
  const { items, prefixItems, additionalItems } = schema as Readonly<Record<string, SchemaNode | undefined>>;
  if (dialect === 'draft-2020-12') return { prefix: toList(prefixItems), rest: items };
  return Array.isArray(items) ? { prefix: items, rest: additionalItems } : { prefix: [], rest: items };
}

function toList(value: unknown): readonly SchemaNode[] {
  return Array.isArray(value) ? value : [];
}
