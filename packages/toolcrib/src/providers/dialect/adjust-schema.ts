import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../core/json.ts';
import type { WholeDialect } from './dialect.ts';
import type { Journal } from './journal.ts';
import { pointerTo } from './pointer.ts';
import type { Source } from './read-source.ts';
import type { WireKeys } from './wire-keys.ts';

interface Adjustment {
  readonly source: Source;
  readonly dialect: WholeDialect;
  readonly wireKeys: WireKeys;
  readonly journal: Journal;
}

/**
 * Makes what a dialect cannot take different and leaves everything else alone: a schema in which nothing is
 * wrong is the same object afterwards.
 */
export function adjustSchema(adjustment: Adjustment): JsonObject {
  const { source, dialect } = adjustment;
  const isFine = source.writtenIn === 'draft-2020-12' && !dialect.needsItems;
  return isFine ? source.root : new SchemaAdjuster(adjustment).adjust();
}

class SchemaAdjuster {
  readonly #source: Source;
  readonly #dialect: WholeDialect;
  readonly #ownKeys: WireKeys['toOwn'];
  readonly #journal: Journal;
  #hasTuples = false;

  constructor({ source, dialect, wireKeys, journal }: Adjustment) {
    this.#source = source;
    this.#dialect = dialect;
    this.#ownKeys = wireKeys.toOwn;
    this.#journal = journal;
  }

  adjust(): JsonObject {
    // What is made of an object is one.
    const root = this.#adjustSchema(this.#source.root, '') as JsonObject;
    if (!this.#hasTuples || root.$schema === undefined) return root;
    // With `prefixItems` it is a schema of 2020-12, which is what a provider takes it for.
    this.#journal.note({
      pointer: '',
      keyword: '$schema',
      action: 'omitted',
      detail: 'Left out, because the schema is of 2020-12 now.',
    });
    const { $schema: _, ...others } = root;
    return others;
  }

  #adjustSchema(schema: JsonValue, at: string): JsonValue {
    if (!isJsonObject(schema)) return schema;
    let changed: Record<string, JsonValue> | undefined;
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword] as JsonValue;
      if (typeof value !== 'object' || value === null) continue;
      const adjusted = this.#adjustKeyword(keyword, value, at);
      if (adjusted === value) continue;
      changed ??= { ...schema };
      changed[keyword] = adjusted;
    }
    const tuple = this.#source.writtenIn === 'draft-07' && isJsonArray(schema.items as JsonValue);
    const modern = tuple ? this.#modernise(changed ?? schema, at) : (changed ?? schema);
    return this.#dialect.needsItems ? this.#addItems(modern, at) : modern;
  }

  #adjustKeyword(keyword: string, value: JsonArray | JsonObject, at: string): JsonValue {
    switch (this.#source.shapes.get(keyword)) {
      case 'schema':
        return this.#adjustSchema(value, pointerTo(at, keyword));
      case 'schemas':
      case 'schema or schemas':
        return isJsonArray(value)
          ? this.#adjustItems(value, pointerTo(at, keyword))
          : this.#adjustSchema(value, pointerTo(at, keyword));
      case 'schema by name':
      case 'schema by pattern':
      case 'schema or names by name':
        // The shape says that it is an object.
        return this.#adjustMembers(value as JsonObject, pointerTo(at, keyword));
      default:
        return value;
    }
  }

  #adjustItems(items: JsonArray, at: string): JsonArray {
    const adjusted = items.map((item, index) => this.#adjustSchema(item, pointerTo(at, index)));
    return adjusted.every((item, index) => item === items[index]) ? items : adjusted;
  }

  #adjustMembers(members: JsonObject, at: string): JsonObject {
    let changed: Record<string, JsonValue> | undefined;
    for (const name of Object.keys(members)) {
      const schema = members[name] as JsonValue;
      const adjusted = this.#adjustSchema(schema, pointerTo(at, this.#ownKeys.get(name) ?? name));
      if (adjusted === schema) continue;
      changed ??= { ...members };
      changed[name] = adjusted;
    }
    return changed ?? members;
  }

  /** A list in `items`, as draft-07 has it, is `prefixItems` in 2020-12. */
  #modernise(schema: JsonObject, at: string): JsonObject {
    this.#hasTuples = true;
    this.#journal.note({
      pointer: at,
      keyword: 'items',
      action: 'rewritten',
      detail: 'The list in items is said as prefixItems, as 2020-12 has it.',
    });
    const { items, additionalItems, ...others } = schema;
    const rest = additionalItems === undefined ? {} : { items: additionalItems };
    return { ...others, prefixItems: items as JsonValue, ...rest };
  }

  #addItems(schema: JsonObject, at: string): JsonObject {
    const { type, items } = schema;
    const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
    if (!isArray || items !== undefined) return schema;
    this.#journal.note({
      pointer: at,
      keyword: 'items',
      action: 'rewritten',
      detail: 'An array must say what its items are: anything.',
    });
    return { ...schema, items: {} };
  }
}
