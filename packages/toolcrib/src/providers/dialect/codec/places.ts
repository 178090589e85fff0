import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { forEachSubschema } from '../../../core/json-schema/read/for-each-subschema.ts';
import { inPlaceKeywords, type KeywordShapes } from '../../../core/json-schema/read/keyword-shapes.ts';

/** Schemas that may apply to one value. */
export type Place = ReadonlySet<JsonObject>;

const itemKeywords: readonly string[] = [
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems'],
];
const restKeywords: readonly string[] = ['additionalProperties', 'unevaluatedProperties'];

const NOWHERE: Place = new Set([]);

/** Finds the schemas that may apply to the parts of a value. Recursive schemas come to an end with the value. */
export class Places {
  readonly #shapes: KeywordShapes;
  readonly #follow: (schema: JsonObject) => JsonObject | undefined;
  readonly #known = new Map<JsonObject, Place>();

  constructor(shapes: KeywordShapes, follow: (schema: JsonObject) => JsonObject | undefined) {
    this.#shapes = shapes;
    this.#follow = follow;
  }

  /** Schemas, and those that they have applied to the same value. */
  open(schemas: readonly JsonObject[]): Place {
    const [first] = schemas;
    if (first === undefined) return NOWHERE;
    if (schemas.length === 1) return this.#expand(first);
    const place = new Set<JsonObject>();
    for (const schema of schemas) for (const part of this.#expand(schema)) place.add(part);
    return place;
  }

  /** Where the items of an array are. */
  openItems(place: Place): Place {
    const schemas: JsonObject[] = [];
    for (const schema of place) {
      for (const keyword of itemKeywords) {
        const value = schema[keyword];
        if (value !== undefined) schemas.push(...listSchemas(value));
      }
    }
    return this.open(schemas);
  }

  /** Where a property of an object is. */
  openProperty(place: Iterable<JsonObject>, name: string): Place {
    const schemas: JsonObject[] = [];
    for (const schema of place) {
      const own = getProperty(schema, name);
      if (own !== undefined) {
        if (isJsonObject(own)) schemas.push(own);
        continue;
      }
      for (const keyword of restKeywords) schemas.push(...listSchemas(schema[keyword] ?? true));
      const byPattern = schema.patternProperties;
      if (isJsonObject(byPattern)) schemas.push(...Object.values(byPattern).filter(isJsonObject));
    }
    return this.open(schemas);
  }

  #expand(schema: JsonObject): Place {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const place = new Set<JsonObject>();
    const visit = (part: JsonObject): void => {
      if (place.has(part)) return;
      place.add(part);
      const target = this.#follow(part);
      if (target !== undefined) visit(target);
      forEachSubschema(part, this.#shapes, (child, keyword) => {
        if (inPlaceKeywords.has(keyword) && typeof child === 'object') visit(child);
      });
    };
    visit(schema);
    this.#known.set(schema, place);
    return place;
  }
}

/** The schema that an object has for a property, if it has one. */
export function getProperty({ properties }: JsonObject, name: string): JsonValue | undefined {
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function listSchemas(value: JsonValue): JsonObject[] {
  if (isJsonArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? [value] : [];
}
