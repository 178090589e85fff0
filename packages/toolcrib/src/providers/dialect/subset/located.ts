import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../../core/json.ts';
import { pointerTo } from '../../../core/json-pointer.ts';
import type { SchemaNode } from '../../../core/json-schema/document.ts';
import { isAssertion } from '../keyword-facts.ts';
import type { Source } from '../read-source.ts';
import type { WireKeys } from '../wire-keys.ts';

/** A schema, and where the tool's own schema has it. */
export interface Located {
  readonly schema: SchemaNode;
  readonly at: string;
  /** Keywords that do not count, because they are dealt with elsewhere. */
  readonly without?: ReadonlySet<string>;
  /** The branches of a union that the tool's own schema does not have as one. */
  readonly branches?: readonly Located[];
}

/** A {@link Located} that is no boolean. */
export interface LocatedObject extends Located {
  readonly schema: JsonObject;
}

/** Finds its way in the schema of a tool, which was checked: its keywords have the shapes that they should. */
export class SourceMap {
  readonly source: Source;
  readonly #ownKeys: WireKeys['toOwn'];
  #pointers: Map<JsonObject, string> | undefined;

  constructor(source: Source, { toOwn }: WireKeys) {
    this.source = source;
    this.#ownKeys = toOwn;
  }

  get root(): LocatedObject {
    return { schema: this.source.root, at: '' };
  }

  /** The keywords that count, in an order of their own. In draft-07, nothing counts beside `$ref`. */
  listKeywords({ schema, without }: LocatedObject): string[] {
    const { source } = this;
    const hasReference = source.references.has(schema) && !without?.has('$ref');
    if (hasReference && source.writtenIn === 'draft-07') return ['$ref'];
    return Object.keys(schema)
      .filter((keyword) => keyword !== '$defs' && keyword !== 'definitions' && !without?.has(keyword))
      .sort();
  }

  /** Keywords beside a `$ref` that draft-07 has mean nothing. A description is one for readers all the same. */
  listHidden({ schema, without }: LocatedObject): string[] {
    if (this.source.writtenIn !== 'draft-07' || !this.source.references.has(schema)) return [];
    return Object.keys(schema).filter(
      (keyword) => keyword !== '$ref' && isAssertion(keyword) && !without?.has(keyword),
    );
  }

  /** The schema that is the value of a keyword, or a member of it. */
  locate({ schema, at }: LocatedObject, keyword: string, step?: string | number): Located {
    const value = schema[keyword] as JsonValue;
    if (step === undefined) return { schema: value as SchemaNode, at: pointerTo(at, keyword) };
    const child = (value as JsonObject)[step] as SchemaNode;
    return { schema: child, at: pointerTo(at, keyword, this.#ownKeys.get(String(step)) ?? step) };
  }

  locateAll(holder: LocatedObject, keyword: string): readonly Located[] {
    if (holder.branches !== undefined) return holder.branches;
    return (holder.schema[keyword] as JsonArray).map((_item, index) => this.locate(holder, keyword, index));
  }

  /** What the `$ref` of a schema leads to. */
  follow({ schema, at }: LocatedObject): Located | undefined {
    const target = this.source.references.get(schema)?.schema;
    if (target === undefined) return undefined;
    return typeof target === 'boolean' ? { schema: target, at } : this.locateObject(target);
  }

  /** Where an object of the schema is. */
  locateObject(schema: JsonObject): LocatedObject {
    this.#pointers ??= this.#mapPointers();
    return { schema, at: this.#pointers.get(schema) ?? '' };
  }

  #mapPointers(): Map<JsonObject, string> {
    const pointers = new Map<JsonObject, string>();
    const visit = (value: JsonValue, at: string): void => {
      if (isJsonArray(value)) {
        for (const [index, item] of value.entries()) visit(item, pointerTo(at, index));
      } else if (isJsonObject(value)) {
        if (!pointers.has(value)) pointers.set(value, at);
        for (const key of Object.keys(value)) {
          visit(value[key] as JsonValue, pointerTo(at, this.#ownKeys.get(key) ?? key));
        }
      }
    };
    visit(this.source.root, '');
    return pointers;
  }
}

export function isLocatedObject(located: Located): located is LocatedObject {
  return typeof located.schema === 'object';
}

/** A schema that accepts what any of some schemas accepts. */
export function locateUnion(branches: readonly Located[], at: string): LocatedObject {
  return { schema: { anyOf: branches.map(({ schema }) => schema) }, at, branches };
}

/** The same schema with fewer keywords. */
export function mask(located: LocatedObject, keywords: Iterable<string>): LocatedObject {
  return { ...located, without: new Set([...(located.without ?? []), ...keywords]) };
}
