import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { forEachSubschema } from '../../core/json-schema/read/for-each-subschema.ts';
import { keywordShapes } from '../../core/json-schema/read/keyword-shapes.ts';
import type { Journal } from './journal.ts';
import { isAssertion } from './keyword-facts.ts';
import type { Source } from './read-source.ts';

/** Keywords that mean something only since 2020-12; a schema of draft-07 that has them does not mean it. */
const isNewer = (keyword: string) =>
  keywordShapes['draft-2020-12'].has(keyword) && !keywordShapes['draft-07'].has(keyword);

/** Newer keywords that refuse no value. */
const harmless: ReadonlySet<string> = new Set(['$defs', 'deprecated', 'contentSchema']);

/** Whether a schema of draft-07 has a list in `items`, which is no schema of 2020-12. */
export function hasTuples({ root, shapes, references, writtenIn }: Source): boolean {
  if (writtenIn !== 'draft-07') return false;
  const visit = (schema: JsonValue): boolean => {
    if (!isJsonObject(schema)) return false;
    let isFound = isJsonArray(schema.items ?? null);
    forEachSubschema(schema, shapes, (child) => {
      isFound ||= visit(child);
    });
    return isFound;
  };
  return visit(root) || [...references.values()].some(({ schema }) => visit(schema));
}

/** Says the schemas of a draft-07 document as 2020-12 has them, so that the document means the same there. */
export class Moderniser {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  modernise(schema: JsonObject, at: string): JsonObject {
    const modern = new Map<string, JsonValue>();
    for (const [keyword, value] of Object.entries(schema)) {
      const reason = this.#findReasonAgainst(schema, keyword);
      if (reason === undefined) this.#write(modern, [keyword, value], at);
      else this.#journal.note({ pointer: at, keyword, action: 'omitted', detail: reason });
    }
    const { items, additionalItems } = schema;
    if (modern.has('prefixItems') && isJsonArray(items ?? null)) {
      modern.delete('additionalItems');
      if (additionalItems !== undefined) modern.set('items', additionalItems);
    }
    return Object.fromEntries(modern);
  }

  #findReasonAgainst(schema: JsonObject, keyword: string): string | undefined {
    if (keyword === '$schema') return 'Left out, because the schema is of 2020-12 now.';
    const isIgnored = keyword !== '$ref' && (isAssertion(keyword) || keyword === '$id');
    if (schema.$ref !== undefined && isIgnored) return 'Left out: draft-07 ignores what is beside $ref.';
    return isNewer(keyword) && !harmless.has(keyword) ? 'Left out: draft-07 does not know it.' : undefined;
  }

  #write(modern: Map<string, JsonValue>, [keyword, value]: readonly [string, JsonValue], at: string): void {
    const note = (detail: string) =>
      this.#journal.note({ pointer: at, keyword, action: 'rewritten', detail });
    if (keyword === 'items' && isJsonArray(value)) {
      note('The list in items is said as prefixItems, as 2020-12 has it.');
      modern.set('prefixItems', value);
    } else if (keyword === 'dependencies' && isJsonObject(value)) {
      note('It is said as dependentRequired and dependentSchemas, as 2020-12 has it.');
      const rows = Object.entries(value);
      const names = rows.filter(([, item]) => isJsonArray(item));
      const schemas = rows.filter(([, item]) => !isJsonArray(item));
      if (names.length > 0) modern.set('dependentRequired', Object.fromEntries(names));
      if (schemas.length > 0) modern.set('dependentSchemas', Object.fromEntries(schemas));
    } else if (keyword === '$id' && typeof value === 'string' && value.startsWith('#') && value !== '#') {
      note('A name for references is said as $anchor, as 2020-12 has it.');
      modern.set('$anchor', value.slice(1));
    } else modern.set(keyword, value);
  }
}
