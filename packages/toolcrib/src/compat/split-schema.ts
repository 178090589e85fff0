import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Dialect, JsonSchemaDocument, SchemaNode } from '../core/json-schema/document.ts';
import { readItems } from '../core/json-schema/read-items.ts';
import { getTypeMask, type TypeMask, type TypeName, typeMasks } from '../core/json-schema/type-name.ts';
import { findEvaluatedItems, findEvaluatedNames } from './find-evaluated.ts';
import { isTextFormat } from './judge-format.ts';
import type { Atom, Meaning, SizedType } from './meaning.ts';
import { wrapPart } from './wrap-part.ts';

/** Items of a tuple that are told apart: each is a constraint of its own, as long as the tuple up to it. */
const MAX_PREFIX = 200;

type SchemasByName = Readonly<Record<string, SchemaNode>>;

/**
 * The constraints of a schema, one by one: a value satisfies the schema exactly if it satisfies them all. The document was
 * checked, so its keywords have the right shapes.
 */
export function splitSchema(
  schema: JsonObject,
  document: JsonSchemaDocument,
  { countsFormats }: { readonly countsFormats: boolean },
): readonly Atom[] {
  const splitter = new SchemaSplitter(schema, document);
  splitter.split();
  // In draft-07, nothing counts beside a reference.
  const isReference = document.dialect === 'draft-07' && document.references.$ref.has(schema);
  if (countsFormats && !isReference) splitter.splitFormat();
  return splitter.atoms;
}

class SchemaSplitter {
  readonly atoms: Atom[] = [];
  readonly #schema: JsonObject;
  readonly #document: JsonSchemaDocument;
  readonly #dialect: Dialect;

  constructor(schema: JsonObject, document: JsonSchemaDocument) {
    this.#schema = schema;
    this.#document = document;
    this.#dialect = document.dialect;
  }

  split(): void {
    const { $ref, $dynamicRef } = this.#document.references;
    const target = $ref.get(this.#schema);
    if (target !== undefined) this.#addReference('$ref', target.schema);
    if (target !== undefined && this.#dialect === 'draft-07') return;
    const dynamic = $dynamicRef.get(this.#schema);
    if (dynamic !== undefined) this.#addReference('$dynamicRef', dynamic.schema);
    this.#splitValues();
    this.#splitNumbers();
    this.#splitSizes();
    this.#splitArrays();
    this.#splitObjects();
    this.#splitDependencies();
    this.#splitCombinators();
    this.#splitUnevaluated();
  }

  #add(path: Atom['path'], schema: JsonObject, meaning: Meaning): void {
    this.atoms.push({ schema, path, meaning });
  }

  /** The whole schema stands for a keyword that cannot be looked at without its siblings. */
  #addOpaque(keyword: string): void {
    this.#add([keyword], { allOf: [this.#schema] }, { kind: 'opaque' });
  }

  #addReference(keyword: string, target: SchemaNode): void {
    this.#add([keyword], { allOf: [target] }, { kind: 'all', schemas: [target] });
  }

  #splitValues(): void {
    const { type, enum: values, const: value } = this.#schema;
    if (type !== undefined) {
      const names = (Array.isArray(type) ? type : [type]) as readonly TypeName[];
      const mask = names.reduce((sum, name) => sum | typeMasks[name], 0);
      this.#add(['type'], { type }, { kind: 'types', mask });
    }
    // `enum` of a checked schema is an array.
    if (values !== undefined) this.#addValues('enum', values, values as readonly JsonValue[]);
    if (value !== undefined) this.#addValues('const', value, [value]);
  }

  #addValues(keyword: string, written: JsonValue, values: readonly JsonValue[]): void {
    const mask = values.reduce<TypeMask>((sum, value) => sum | getTypeMask(value), 0);
    this.#add([keyword], { [keyword]: written }, { kind: 'values', values, mask });
  }

  #splitNumbers(): void {
    const bounds = [
      ['minimum', 'lower', false],
      ['exclusiveMinimum', 'lower', true],
      ['maximum', 'upper', false],
      ['exclusiveMaximum', 'upper', true],
    ] as const;
    for (const [keyword, end, isExclusive] of bounds) {
      const limit = this.#schema[keyword];
      if (typeof limit !== 'number') continue;
      this.#add([keyword], { [keyword]: limit }, { kind: 'bound', end, limit, isExclusive });
    }
    const { multipleOf } = this.#schema;
    if (typeof multipleOf !== 'number') return;
    this.#add(['multipleOf'], { multipleOf }, { kind: 'multiple', divisor: multipleOf });
  }

  #splitSizes(): void {
    const sizes = { Length: 'string', Items: 'array', Properties: 'object' } as const satisfies Record<
      string,
      SizedType
    >;
    for (const [suffix, of] of Object.entries(sizes)) {
      const [least, most] = [this.#schema[`min${suffix}`], this.#schema[`max${suffix}`]];
      if (typeof least === 'number' && least > 0) {
        const keyword = `min${suffix}`;
        this.#add([keyword], { [keyword]: least }, { kind: 'size', of, end: 'least', limit: least });
      }
      if (typeof most === 'number') {
        const keyword = `max${suffix}`;
        this.#add([keyword], { [keyword]: most }, { kind: 'size', of, end: 'most', limit: most });
      }
    }
    const { pattern } = this.#schema;
    if (typeof pattern === 'string')
      this.#add(['pattern'], { pattern }, { kind: 'pattern', source: pattern });
  }

  splitFormat(): void {
    const { format } = this.#schema;
    if (typeof format !== 'string') return;
    const meaning: Meaning = isTextFormat(format) ? { kind: 'format', name: format } : { kind: 'opaque' };
    this.#add(['format'], { format }, meaning);
  }

  #splitArrays(): void {
    const { contains, uniqueItems, minContains, maxContains } = this.#schema;
    const { prefix, rest } = readItems(this.#schema, this.#dialect);
    const isOld = this.#dialect === 'draft-07';
    const keyword = isOld ? 'items' : 'prefixItems';
    if (prefix.length > MAX_PREFIX) this.#addOpaque(keyword);
    for (const [index, schema] of prefix.slice(0, MAX_PREFIX).entries()) {
      const meaning = { kind: 'item', index, schema } as const;
      this.#add([keyword, index], wrapPart(meaning, schema, this.#dialect), meaning);
    }
    if (rest !== undefined) {
      const name = isOld && prefix.length > 0 ? 'additionalItems' : 'items';
      this.#addRest(name, prefix.length, rest);
    }
    if (contains !== undefined) {
      const least = isOld || typeof minContains !== 'number' ? 1 : minContains;
      const most = isOld || typeof maxContains !== 'number' ? Number.POSITIVE_INFINITY : maxContains;
      const counts = {
        ...(least !== 1 && { minContains: least }),
        ...(most !== Number.POSITIVE_INFINITY && { maxContains: most }),
      };
      this.#add(
        ['contains'],
        { contains, ...counts },
        { kind: 'contains', schema: contains as SchemaNode, least, most },
      );
    }
    if (uniqueItems === true) this.#add(['uniqueItems'], { uniqueItems }, { kind: 'unique' });
  }

  #addRest(keyword: string, from: number, schema: SchemaNode): void {
    const meaning = { kind: 'items', from, schema } as const;
    this.#add([keyword], wrapPart(meaning, schema, this.#dialect), meaning);
  }

  #splitObjects(): void {
    const { required, propertyNames, additionalProperties } = this.#schema;
    const properties = (this.#schema.properties ?? {}) as SchemasByName;
    const byPattern = (this.#schema.patternProperties ?? {}) as SchemasByName;
    for (const name of (required ?? []) as readonly string[]) {
      this.#add(['required'], { required: [name] }, { kind: 'required', name });
    }
    for (const [name, schema] of Object.entries(properties)) {
      this.#add(['properties', name], { properties: { [name]: schema } }, { kind: 'property', name, schema });
    }
    for (const [pattern, schema] of Object.entries(byPattern)) {
      const path = ['patternProperties', pattern];
      this.#add(path, { patternProperties: { [pattern]: schema } }, { kind: 'matching', pattern, schema });
    }
    if (additionalProperties !== undefined) {
      const known = { names: new Set(Object.keys(properties)), patterns: Object.keys(byPattern) };
      this.#addAdditional('additionalProperties', known, additionalProperties as SchemaNode);
    }
    if (propertyNames !== undefined) {
      const schema = propertyNames as SchemaNode;
      this.#add(['propertyNames'], { propertyNames }, { kind: 'names', schema });
    }
  }

  #addAdditional(
    keyword: string,
    { names, patterns }: { names: ReadonlySet<string>; patterns: readonly string[] },
    schema: SchemaNode,
  ): void {
    const meaning = { kind: 'additional', names, patterns, schema } as const;
    this.#add([keyword], wrapPart(meaning, schema, this.#dialect), meaning);
  }

  #splitDependencies(): void {
    const isOld = this.#dialect === 'draft-07';
    // As the validator does, `dependencies` counts in 2020-12 too.
    for (const keyword of isOld
      ? ['dependencies']
      : ['dependentRequired', 'dependentSchemas', 'dependencies']) {
      for (const [name, value] of Object.entries((this.#schema[keyword] ?? {}) as JsonObject)) {
        const schema: SchemaNode = Array.isArray(value) ? { required: value } : (value as SchemaNode);
        const path = [keyword, name];
        this.#add(path, { dependencies: { [name]: schema } }, { kind: 'dependent', name, schema });
      }
    }
  }

  #splitCombinators(): void {
    const { not, if: condition, then: whenTrue = true, else: whenFalse = true } = this.#schema;
    for (const [keyword, kind] of [
      ['allOf', 'all'],
      ['anyOf', 'any'],
      ['oneOf', 'one'],
    ] as const) {
      const schemas = this.#schema[keyword];
      if (schemas === undefined) continue;
      this.#add([keyword], { [keyword]: schemas }, { kind, schemas: schemas as readonly SchemaNode[] });
    }
    if (not !== undefined) this.#add(['not'], { not }, { kind: 'not', schema: not as SchemaNode });
    if (condition === undefined) return;
    const schema: JsonObject = Object.fromEntries([
      ['if', condition],
      ['then', whenTrue],
      ['else', whenFalse],
    ]);
    this.#add(['if'], schema, {
      kind: 'condition',
      condition: condition as SchemaNode,
      whenTrue: whenTrue as SchemaNode,
      whenFalse: whenFalse as SchemaNode,
    });
  }

  #splitUnevaluated(): void {
    if (this.#dialect === 'draft-07') return;
    const { unevaluatedItems, unevaluatedProperties } = this.#schema;
    if (unevaluatedItems !== undefined && unevaluatedItems !== true) {
      const count = findEvaluatedItems(this.#schema, this.#document);
      if (count === 'unclear' || (count !== 'all' && count > MAX_PREFIX)) this.#addOpaque('unevaluatedItems');
      else if (count !== 'all') this.#addRest('unevaluatedItems', count, unevaluatedItems as SchemaNode);
    }
    if (unevaluatedProperties !== undefined && unevaluatedProperties !== true) {
      const known = findEvaluatedNames(this.#schema, this.#document);
      if (known === 'unclear') this.#addOpaque('unevaluatedProperties');
      else if (known !== 'all') {
        this.#addAdditional('unevaluatedProperties', known, unevaluatedProperties as SchemaNode);
      }
    }
  }
}
