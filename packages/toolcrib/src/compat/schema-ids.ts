import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { JsonSchemaDocument, SchemaNode } from '../core/json-schema/document.ts';
import { JsonIds } from './json-ids.ts';
import { findConstraintShape, listInside } from './list-annotations.ts';

/** What is known about a schema by its content. */
export interface SchemaIdentity {
  /** The same number for schemas that ask for the same in the same words, whatever their annotations. */
  readonly id: number;
  /** Whether a reference is inside that was not followed, so that its meaning depends on where it stands. */
  readonly hasReference: boolean;
}

/** Keywords that say nothing about a value by themselves; what refers to them is followed. */
const nameKeywords: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$vocabulary', '$defs', 'definitions'],
]);

/** Rounds times parts of schemas that are looked at in order to follow references. */
const MAX_WORK = 400_000;

/** A schema with references: what it says, with the schemas in it that have references themselves. */
type Template = readonly (string | JsonObject)[];

/** Numbers schemas by what they ask for. Annotations do not count; of a `format` that is for its owner to say. */
export class SchemaIds {
  readonly #values = new JsonIds();
  readonly #bySchema = new Map<JsonObject, SchemaIdentity>();
  readonly #countsFormats: boolean;

  constructor(options: { readonly countsFormats: boolean }) {
    this.#countsFormats = options.countsFormats;
  }

  identify(schema: SchemaNode): SchemaIdentity {
    if (typeof schema === 'boolean') return { id: this.#values.identify(schema), hasReference: false };
    const known = this.#bySchema.get(schema);
    if (known !== undefined) return known;
    const parts = this.#write(schema);
    const hasReference = parts.some(({ inside }) => inside?.hasReference === true) || isReference(schema);
    const text = parts.map(({ text, inside }) => `${text}${inside?.id ?? ''}`).join('');
    const identity = { id: this.#values.numberOf(`schema ${text}`), hasReference };
    this.#bySchema.set(schema, identity);
    return identity;
  }

  /**
   * Follows the references of documents of one dialect: schemas that lead to the same, step by step, get the same number, also
   * where they lead back to themselves. Schemas keep their references if that would take too long.
   */
  follow(documents: readonly JsonSchemaDocument[]): void {
    const templates = new Map<JsonObject, Template>();
    for (const document of documents) this.#addTemplates(document, templates);
    const classes = findClasses(templates);
    for (const [schema, number] of classes ?? []) {
      this.#bySchema.set(schema, { id: this.#values.numberOf(`class ${number}`), hasReference: false });
    }
  }

  #addTemplates(document: JsonSchemaDocument, templates: Map<JsonObject, Template>): void {
    const pending: SchemaNode[] = [document.root];
    for (const schema of pending) {
      if (typeof schema === 'boolean' || templates.has(schema) || !this.identify(schema).hasReference)
        continue;
      const template = this.#toTemplate(schema, document);
      templates.set(schema, template);
      for (const part of template) if (typeof part !== 'string') pending.push(part);
    }
  }

  #toTemplate(schema: JsonObject, { references, dialect }: JsonSchemaDocument): Template {
    const targets = [references.$ref.get(schema), references.$dynamicRef.get(schema)].map((target) =>
      target === undefined ? [';none'] : [';to ', this.#toPart(target.schema)],
    );
    if (dialect === 'draft-07' && references.$ref.has(schema)) return targets.flat();
    const own = this.#write(schema, false).flatMap(({ text, schema: inside }) =>
      inside === undefined ? [text] : [text, this.#toPart(inside)],
    );
    return [...targets.flat(), ...own];
  }

  #toPart(schema: SchemaNode): string | JsonObject {
    const { id, hasReference } = this.identify(schema);
    return hasReference && typeof schema === 'object' ? schema : `${id}`;
  }

  /** What a schema says, in the order of its keywords by name. */
  #write(
    schema: JsonObject,
    hasReferences = true,
  ): readonly { readonly text: string; readonly schema?: SchemaNode; readonly inside?: SchemaIdentity }[] {
    return Object.keys(schema)
      .sort()
      .flatMap((keyword) => {
        const isFormat = keyword === 'format' && this.#countsFormats;
        const shape = isFormat ? 'string' : findConstraintShape(keyword);
        if (shape === undefined || nameKeywords.has(keyword)) return [];
        if (!hasReferences && (keyword === '$ref' || keyword === '$dynamicRef')) return [];
        const value = schema[keyword] as JsonValue;
        const inside = [...listInside(value, shape)].filter(([child]) => isSchema(child));
        if (inside.length === 0) return [{ text: `;${keyword}=${this.#values.identify(value)}` }];
        return [
          { text: `;${keyword}` },
          ...sortBySteps(inside, value).map(([child, steps]) => {
            // Names are quoted, so that none can look like the end of a part.
            const text = `,${JSON.stringify(steps)}:`;
            return { text, schema: child as SchemaNode, inside: this.identify(child as SchemaNode) };
          }),
          ...(shape === 'schema or names by name' ? this.#writeNames(value) : []),
        ];
      });
  }

  /** Of `dependencies`, which may list names beside schemas. */
  #writeNames(value: JsonValue): readonly { readonly text: string }[] {
    const names = isJsonObject(value) ? Object.entries(value).filter(([, item]) => !isSchema(item)) : [];
    return names.length === 0 ? [] : [{ text: `,names=${this.#values.identify(Object.fromEntries(names))}` }];
  }
}

function isSchema(value: JsonValue): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

function isReference(schema: JsonObject): boolean {
  return schema.$ref !== undefined || schema.$dynamicRef !== undefined;
}

type Inside = readonly (readonly [JsonValue, readonly (string | number)[]])[];

/** Members of an object are in no order; items are. */
function sortBySteps(inside: Inside, value: JsonValue): Inside {
  if (!isJsonObject(value)) return inside;
  return inside.toSorted(([, [left = '']], [, [right = '']]) => (left < right ? -1 : left > right ? 1 : 0));
}

/**
 * Schemas in classes: two are in one as long as nothing tells them apart, which are their own words and the classes of the
 * schemas in them. Undefined if that takes too long: to stop early would leave together what differs.
 */
function findClasses(
  templates: ReadonlyMap<JsonObject, Template>,
): ReadonlyMap<JsonObject, number> | undefined {
  const size = [...templates.values()].reduce((sum, template) => sum + template.length, 0);
  let classes = new Map<JsonObject, number>([...templates.keys()].map((schema) => [schema, 0]));
  let count = templates.size === 0 ? 0 : 1;
  for (let work = size; work <= MAX_WORK; work += size) {
    const numbers = new Map<string, number>();
    const next = new Map<JsonObject, number>();
    for (const [schema, template] of templates) {
      const words = template.map((part) => (typeof part === 'string' ? part : `#${classes.get(part)}`));
      const text = `${classes.get(schema)}${words.join('')}`;
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      next.set(schema, number);
    }
    classes = next;
    if (numbers.size === count) return classes;
    count = numbers.size;
  }
  return undefined;
}
