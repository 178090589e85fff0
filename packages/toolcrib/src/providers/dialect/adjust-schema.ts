import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../core/json.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import type { WholeDialect } from './dialect.ts';
import type { Journal } from './journal.ts';
import { hasTuples, Moderniser } from './moderniser.ts';
import type { Source } from './read-source.ts';
import { appendWords, sayKeyword } from './say-keyword.ts';
import type { WireKeys } from './wire-keys.ts';

interface Adjustment {
  readonly source: Source;
  readonly dialect: WholeDialect;
  readonly wireKeys: WireKeys;
  readonly journal: Journal;
}

/** Keywords by which items can be described beside `prefixItems`. */
const describingItems: readonly string[] = [
  ...['allOf', 'anyOf', 'oneOf', 'if', '$ref', '$dynamicRef', 'contains', 'dependentSchemas'],
];

/**
 * Makes what a dialect cannot take different and leaves everything else alone: a schema in which nothing is
 * wrong is the same object afterwards.
 */
export function adjustSchema(adjustment: Adjustment): JsonObject {
  return new SchemaAdjuster(adjustment).adjust();
}

class SchemaAdjuster {
  readonly #source: Source;
  readonly #dialect: WholeDialect;
  readonly #ownKeys: WireKeys['toOwn'];
  readonly #journal: Journal;
  /** Only where a tuple makes it necessary that a schema of draft-07 becomes one of 2020-12. */
  readonly #moderniser: Moderniser | undefined;

  constructor({ source, dialect, wireKeys, journal }: Adjustment) {
    this.#source = source;
    this.#dialect = dialect;
    this.#ownKeys = wireKeys.toOwn;
    this.#journal = journal;
    this.#moderniser = hasTuples(source) ? new Moderniser(journal) : undefined;
  }

  adjust(): JsonObject {
    // What is made of an object is one.
    return this.#adjustSchema(this.#source.root, '') as JsonObject;
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
    const modern = this.#moderniser?.modernise(changed ?? schema, at) ?? changed ?? schema;
    const filled = this.#dialect.needsItems ? this.#addItems(modern, at) : modern;
    const { enum: values = null } = filled;
    return isJsonArray(values) && values.length === 0 ? this.#forbid(filled, at) : filled;
  }

  #adjustKeyword(keyword: string, value: JsonArray | JsonObject, at: string): JsonValue {
    // Draft-07 does not know the name, but what is there is referred to, and is read by 2020-12.
    const isDefinitions = keyword === '$defs' && isJsonObject(value) && this.#moderniser !== undefined;
    switch (isDefinitions ? 'schema by name' : this.#source.shapes.get(keyword)) {
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

  #addItems(schema: JsonObject, at: string): JsonObject {
    const { type, items, unevaluatedItems, ...others } = schema;
    const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
    if (!isArray || items !== undefined) return schema;
    const isSealed =
      unevaluatedItems !== undefined &&
      unevaluatedItems !== true &&
      this.#source.shapes.has('unevaluatedItems');
    if (!isSealed) {
      const detail = 'An array must say what its items are: anything.';
      this.#journal.note({ pointer: at, keyword: 'items', action: 'rewritten', detail });
      return { ...schema, items: {} };
    }
    if (describingItems.some((keyword) => schema[keyword] !== undefined)) {
      const detail = 'An array must say what its items are, and no item is left for unevaluatedItems then.';
      this.#journal.note({ pointer: at, keyword: 'unevaluatedItems', action: 'widened', detail });
      return { ...schema, items: {} };
    }
    const detail = 'An array must say what its items are: what unevaluatedItems says.';
    this.#journal.note({ pointer: at, keyword: 'unevaluatedItems', action: 'rewritten', detail });
    return { type, ...others, items: unevaluatedItems };
  }

  /**
   * Providers may refuse a list of no values. Words alone would not do: a branch that refuses everything is not
   * one that takes everything.
   */
  #forbid(schema: JsonObject, at: string): JsonObject {
    // There the root says it in words anyway.
    if (at === '' && this.#dialect.notAtRoot.includes('enum')) return schema;
    const { enum: values = [], description, ...others } = schema;
    const detail = 'A list of no values is said with not, and in the description.';
    this.#journal.note({ pointer: at, keyword: 'enum', action: 'rewritten', detail });
    const words = appendWords(
      typeof description === 'string' ? description : undefined,
      sayKeyword('enum', values),
    );
    return { ...others, description: words, not: {} };
  }
}
