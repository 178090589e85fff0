import type { JsonObject, JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import type { KeywordShape, KeywordShapes } from './keyword-shapes.ts';

/** Gets each schema in the value of a keyword, with the step to it unless the value is the schema. */
export type SubschemaVisitor = (child: JsonValue, step?: string | number) => void;

/** Visits the schemas in the value of one keyword. The value has the shape, its schemas may be wrong. */
export function forEachSchemaIn(value: JsonValue, shape: KeywordShape, visit: SubschemaVisitor): void {
  switch (shape) {
    case 'schema':
      visit(value);
      break;
    case 'schemas':
    case 'schema or schemas':
      if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, index);
      else visit(value);
      break;
    case 'schema by name':
    case 'schema by pattern':
    case 'schema or names by name':
      // The shape says that it is an object.
      for (const name of Object.keys(value as JsonObject)) {
        const child = (value as JsonObject)[name] as JsonValue;
        if (!Array.isArray(child) || shape !== 'schema or names by name') visit(child, name);
      }
  }
}

/** Visits the direct subschemas of a schema that was checked, with the keyword that holds each. */
export function forEachSubschema(
  schema: JsonObject,
  shapes: KeywordShapes,
  visit: (child: SchemaNode, keyword: string, step?: string | number) => void,
): void {
  for (const keyword of Object.keys(schema)) {
    const shape = shapes.get(keyword);
    if (shape === undefined) continue;
    // Schemas of a checked schema are schemas.
    forEachSchemaIn(schema[keyword] as JsonValue, shape, (child, step) =>
      visit(child as SchemaNode, keyword, step),
    );
  }
}
