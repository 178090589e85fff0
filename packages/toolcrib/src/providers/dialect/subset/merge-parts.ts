import { isEqualJson } from '../../../core/is-equal-json.ts';
import type { JsonArray, JsonObject, JsonValue } from '../../../core/json.ts';
import { keywordShapes } from '../../../core/json-schema/read/keyword-shapes.ts';
import type { TypeName } from '../../../core/json-schema/type-name.ts';
import { isAssertion } from '../keyword-facts.ts';
import type { Parts } from './expand-parts.ts';
import { type Located, type LocatedObject, mask, type SourceMap } from './located.ts';
import { intersectTypes, intersectValues, mergeKeyword } from './merge-keywords.ts';
import type { Entry, Idle, MergeProblem, Reading, Union, Values } from './reading.ts';

/** Keywords that mean nothing without another one. */
const companions: ReadonlyMap<string, string> = new Map([
  ['then', 'if'],
  ['else', 'if'],
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
]);

/** Reads schemas that apply to one value as one schema, or says why they cannot be. */
export function mergeParts(parts: Parts, map: SourceMap): Reading | MergeProblem {
  const merger = new PartMerger(parts, map);
  for (const part of parts.list) merger.add(part);
  return merger.finish();
}

class PartMerger {
  readonly #parts: Parts;
  readonly #map: SourceMap;
  readonly #others = new Map<string, Entry>();
  readonly #idle: Idle[] = [];
  readonly #unions: Union[] = [];
  readonly #required = new Set<string>();
  #properties: Map<string, Located[]> | undefined;
  #types: readonly TypeName[] | undefined;
  #values: Values | undefined;
  #items: Located[] | undefined;
  #prefix: { schemas: readonly Located[]; at: string } | undefined;
  #itemParts = 0;
  readonly #closings: { schema: Located; keys: ReadonlySet<string> }[] = [];
  readonly #problems: MergeProblem[] = [];

  constructor(parts: Parts, map: SourceMap) {
    this.#parts = parts;
    this.#map = map;
  }

  add(part: LocatedObject): void {
    const keywords = this.#map.listKeywords(part);
    for (const keyword of keywords) this.#addKeyword(part, keyword);
    if (keywords.includes('items') || keywords.includes('prefixItems')) this.#itemParts++;
  }

  finish(): Reading | MergeProblem {
    const { at, list, beside } = this.#parts;
    this.#checkItems();
    const additional = this.#mergeClosings();
    // Not the first one that was met, which depends on the order of keywords.
    const [problem] = this.#problems.sort((left, right) => (toKey(left) < toKey(right) ? -1 : 1));
    if (problem !== undefined) return problem;
    if (beside !== undefined) this.#unions.unshift(toUnion(beside, this.#map));
    return {
      at,
      parts: list,
      types: this.#types,
      values: this.#values,
      properties: this.#properties,
      required: [...this.#required],
      additional,
      items: this.#items,
      prefix: this.#prefix?.schemas,
      unions: this.#unions,
      others: this.#others,
      idle: this.#idle,
    };
  }

  #addKeyword(part: LocatedObject, keyword: string): void {
    const { schema, at } = part;
    const value = schema[keyword] as JsonValue;
    const leader = companions.get(keyword);
    if (this.#isForeign(keyword)) this.#addOther(keyword, { value, at, isForeign: true });
    else if (leader === undefined) this.#addKnown(part, keyword, value);
    else if (schema[leader] === undefined) {
      this.#idle.push({ keyword, at, detail: `${keyword} says nothing without ${leader}.` });
    }
  }

  /** The schema was checked, so that the keywords have these shapes. */
  #addKnown(part: LocatedObject, keyword: string, value: JsonValue): void {
    const { schema, at } = part;
    switch (keyword) {
      case 'type':
        this.#addTypes(part, (Array.isArray(value) ? value : [value]) as readonly TypeName[]);
        break;
      case 'enum':
        this.#addValues(part, { list: value as JsonArray, keyword, at });
        break;
      case 'const':
        this.#addValues(part, { list: [value], keyword, at });
        break;
      case 'properties':
        this.#addProperties(part, value as JsonObject);
        break;
      case 'required':
        for (const name of value as readonly string[]) this.#required.add(name);
        break;
      case 'additionalProperties':
        this.#addClosing(part);
        break;
      case 'items':
      case 'prefixItems':
      case 'additionalItems':
        this.#addItems(part, keyword);
        break;
      case 'anyOf':
      case 'oneOf':
        this.#unions.push({ keyword, branches: this.#map.locateAll(part, keyword), at, holder: part });
        break;
      default:
        this.#addOther(keyword, { value: gather(schema, keyword), at });
    }
  }

  /** Whether a keyword is of another dialect than the schema, and so means nothing there. */
  #isForeign(keyword: string): boolean {
    const { shapes, writtenIn } = this.#map.source;
    const other = writtenIn === 'draft-07' ? 'draft-2020-12' : 'draft-07';
    return !shapes.has(keyword) && keywordShapes[other].has(keyword);
  }

  #addTypes({ at }: LocatedObject, types: readonly TypeName[]): void {
    this.#types = this.#types === undefined ? types : intersectTypes(this.#types, types);
    if (this.#types.length === 0) this.#fail('type', at, 'No value is of all the types that it must have.');
  }

  #addValues({ at }: LocatedObject, values: Values): void {
    const list = this.#values === undefined ? values.list : intersectValues(this.#values.list, values.list);
    const isConstant = this.#values === undefined ? values.keyword === 'const' : list.length === 1;
    this.#values = { list, keyword: isConstant ? 'const' : 'enum', at: this.#values?.at ?? at };
    if (list.length === 0) this.#fail(values.keyword, at, 'No value is among all of those that are allowed.');
  }

  #addProperties(part: LocatedObject, members: JsonObject): void {
    this.#properties ??= new Map();
    for (const name of Object.keys(members)) {
      const known = this.#properties.get(name);
      const located = this.#map.locate(part, 'properties', name);
      if (known === undefined) this.#properties.set(name, [located]);
      else known.push(located);
    }
  }

  #addClosing(part: LocatedObject): void {
    const { properties } = part.schema;
    const isHidden = properties === undefined || part.without?.has('properties');
    const keys = new Set(isHidden ? [] : Object.keys(properties as JsonObject));
    this.#closings.push({ schema: this.#map.locate(part, 'additionalProperties'), keys });
  }

  #addItems(part: LocatedObject, keyword: 'items' | 'prefixItems' | 'additionalItems'): void {
    const { schema, at } = part;
    const isTuple = this.#map.source.writtenIn === 'draft-07' && Array.isArray(schema.items);
    if (keyword === 'prefixItems' || (keyword === 'items' && isTuple)) {
      this.#prefix ??= { schemas: this.#map.locateAll(part, keyword), at };
      return;
    }
    if (keyword === 'additionalItems' && !isTuple) {
      this.#idle.push({ keyword, at, detail: `${keyword} says nothing without a list of items.` });
      return;
    }
    this.#items ??= [];
    this.#items.push(this.#map.locate(part, keyword));
  }

  #addOther(keyword: string, entry: Entry): void {
    const known = this.#others.get(keyword);
    if (known === undefined) {
      this.#others.set(keyword, entry);
      return;
    }
    // A keyword is foreign in all parts of a schema, or in none.
    const merged = entry.isForeign ? known.value : mergeKeyword(keyword, known.value, entry.value);
    if (merged === undefined) {
      this.#fail(keyword, entry.at, `${keyword} is said twice of the same value, in different ways.`);
      return;
    }
    if (merged !== known.value) {
      this.#others.set(keyword, { value: merged, at: entry.at });
      return;
    }
    const isSame = (isAssertion(keyword) && !entry.isForeign) || isEqualJson(known.value, entry.value);
    const detail = isSame
      ? `${keyword} says nothing that is not said already.`
      : `${keyword} is there more than once for the same value, and only the first one is used.`;
    this.#idle.push({ keyword, at: entry.at, detail });
  }

  #checkItems(): void {
    if (this.#prefix === undefined || this.#itemParts < 2) return;
    this.#fail('prefixItems', this.#prefix.at, 'The items of an array are described by two schemas.');
  }

  /** Other properties are those that a part does not know itself: it may not forbid those of another part. */
  #mergeClosings(): Located | undefined {
    const several = this.#parts.list.length > 1;
    for (const keyword of ['unevaluatedProperties', 'unevaluatedItems']) {
      const entry = this.#others.get(keyword);
      if (!several || entry === undefined || entry.isForeign) continue;
      this.#fail(keyword, entry.at, 'What is left over depends on several schemas.');
    }
    for (const { schema, keys } of this.#closings) {
      if (schema.schema === true || !several) continue;
      const isFree = [...(this.#properties?.keys() ?? [])].every((name) => keys.has(name));
      if (isFree && !this.#others.has('patternProperties')) continue;
      this.#fail(
        'additionalProperties',
        schema.at,
        'One schema forbids properties that another one describes.',
      );
    }
    const strictest = this.#closings.find(({ schema }) => schema.schema === false) ?? this.#closings[0];
    const schemas = this.#closings.filter(({ schema }) => typeof schema.schema === 'object');
    if (schemas.length > 1 && strictest?.schema.schema !== false) {
      this.#fail(
        'additionalProperties',
        schemas[1]?.schema.at ?? '',
        'Other properties are described twice.',
      );
    }
    return (schemas.length > 0 && strictest?.schema.schema !== false ? schemas[0] : strictest)?.schema;
  }

  #fail(keyword: string, at: string, detail: string): void {
    this.#problems.push({ keyword, at, detail });
  }
}

function toKey({ at, keyword, detail }: MergeProblem): string {
  return JSON.stringify([at, keyword, detail]);
}

/** A keyword with the ones that mean nothing without it. */
function gather(schema: JsonObject, keyword: string): JsonValue {
  const names = [...companions].filter(([, leader]) => leader === keyword).map(([name]) => name);
  if (names.length === 0) return schema[keyword] as JsonValue;
  const members = [keyword, ...names].filter((name) => schema[name] !== undefined);
  return Object.fromEntries(members.map((name) => [name, schema[name] as JsonValue]));
}

/** A `$ref` as a union of one. */
function toUnion(beside: LocatedObject, map: SourceMap): Union {
  const siblings = map.listKeywords(beside).filter((keyword) => keyword !== '$ref');
  const reference = mask(beside, siblings);
  return { keyword: 'anyOf', branches: [reference], at: beside.at, holder: beside };
}
