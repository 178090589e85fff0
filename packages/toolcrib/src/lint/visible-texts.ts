import { isJsonObject, type JsonValue } from '../core/json.ts';
import { keywordShapes } from '../core/json-schema/read/keyword-shapes.ts';
import type { LintableSpec } from './lint-rule.ts';

/**
 * What a text is: the `name` of the tool; a `key`, which is a name inside a schema; `prose` for a model to read; a
 * `value` that an argument can have; or a `term` of JSON Schema, such as a type, a pattern or a reference.
 */
export type TextKind = 'name' | 'key' | 'prose' | 'value' | 'term';

/** Where something is: a step from another place. */
export interface Place {
  readonly parent: Place | undefined;
  readonly step: string | number;
}

/** A text that a model may get to see. */
export interface VisibleText {
  readonly place: Place;
  readonly text: string;
  readonly kind: TextKind;
  /** The keyword or field that the text is the value of, or belongs to. */
  readonly field: string;
}

/** As deep as JSON may be; only what is no JSON is deeper. */
const MAX_DEPTH = 128;
/** More than the largest spec can have; a value that contains itself would have no end. */
const MAX_VALUES = 1_100_000;

/** How the value of a keyword is read; one that is not here holds a text, a schema or several. */
type Reading = 'named' | 'value' | 'term' | 'nested';

const rows: readonly (readonly [Reading, readonly string[]])[] = [
  // Anything that JSON Schema defines holds texts or schemas, unless a later row says otherwise.
  ['nested', Object.values(keywordShapes).flatMap((shapes) => [...shapes.keys()])],
  // Schemas by names that somebody chose.
  ['named', ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']],
  ['named', ['dependentRequired', 'dependencies']],
  ['value', ['default', 'examples', 'example', 'enum', 'const']],
  ['term', ['type', 'format', 'pattern', 'contentEncoding', 'contentMediaType', 'required', '$vocabulary']],
  ['term', ['$anchor', '$dynamicAnchor', '$dynamicRef', '$id', '$ref', '$schema']],
];
const readings: ReadonlyMap<string, Reading> = new Map(
  rows.flatMap(([reading, keywords]) => keywords.map((keyword) => [keyword, reading] as const)),
);

/** The JSON Pointer (RFC 6901) of a place. */
export function pointerOf(place: Place | undefined): string {
  let pointer = '';
  for (let at = place; at !== undefined; at = at.parent) {
    pointer = `/${String(at.step).replaceAll('~', '~0').replaceAll('/', '~1')}${pointer}`;
  }
  return pointer;
}

/** Every text of a spec that a model may get to see, in order. */
export function readVisibleTexts(spec: LintableSpec): readonly VisibleText[] {
  return new TextReader().read(spec);
}

class TextReader {
  readonly #texts: VisibleText[] = [];
  #values = 0;
  #depth = 0;

  read(spec: LintableSpec): readonly VisibleText[] {
    this.#readText(spec.name, 'name', { parent: undefined, step: 'name' });
    this.#readText(spec.title, 'prose', { parent: undefined, step: 'title' });
    this.#readText(spec.description, 'prose', { parent: undefined, step: 'description' });
    this.#readValue(spec.annotations, 'prose', { parent: undefined, step: 'annotations' });
    this.#readValue(spec.tags, 'prose', { parent: undefined, step: 'tags' });
    this.#readText(spec.version, 'term', { parent: undefined, step: 'version' });
    this.#readValue(spec.authority, 'term', { parent: undefined, step: 'authority' });
    this.#readSchema(spec.inputSchema, { parent: undefined, step: 'inputSchema' });
    this.#readSchema(spec.outputSchema, { parent: undefined, step: 'outputSchema' });
    return this.#texts;
  }

  #readText(text: unknown, kind: TextKind, place: Place): void {
    if (typeof text === 'string') this.#add(text, kind, place);
  }

  #add(text: string, kind: TextKind, place: Place): void {
    if (text === '') return;
    const field = typeof place.step === 'string' ? place.step : String(place.parent?.step ?? '');
    this.#texts.push({ place, text, kind, field });
  }

  /** A schema, or what stands where one should be. */
  #readSchema(schema: JsonValue | undefined, place: Place): void {
    if (typeof schema === 'string') this.#add(schema, 'prose', place);
    else if (Array.isArray(schema)) this.#readItems(schema, place);
    else if (isJsonObject(schema) && this.#enter()) {
      for (const keyword of Object.keys(schema)) {
        this.#readKeyword(keyword, schema[keyword], { parent: place, step: keyword });
      }
      this.#depth--;
    }
  }

  #readKeyword(keyword: string, value: JsonValue | undefined, at: Place): void {
    const reading = readings.get(keyword);
    // A name that JSON Schema does not define is a text of the author.
    if (reading === undefined) this.#add(keyword, 'key', at);
    if (reading === 'named') this.#readNamed(value, at);
    else if (reading === 'value' || reading === 'term') this.#readValue(value, reading, at);
    else this.#readSchema(value, at);
  }

  #readItems(items: readonly JsonValue[], place: Place): void {
    if (!this.#enter()) return;
    for (const [index, item] of items.entries()) this.#readSchema(item, { parent: place, step: index });
    this.#depth--;
  }

  #readNamed(schemas: JsonValue | undefined, place: Place): void {
    if (!isJsonObject(schemas)) {
      this.#readSchema(schemas, place);
      return;
    }
    if (!this.#enter()) return;
    for (const name of Object.keys(schemas)) {
      const at = { parent: place, step: name };
      this.#add(name, 'key', at);
      const schema = schemas[name];
      if (Array.isArray(schema)) this.#readValue(schema, 'term', at);
      else this.#readSchema(schema, at);
    }
    this.#depth--;
  }

  /** All texts in a value that is no schema, and the keys of its objects. */
  #readValue(value: unknown, kind: TextKind, place: Place): void {
    this.#readText(value, kind, place);
    if (typeof value !== 'object' || value === null || !this.#enter()) return;
    const isList = Array.isArray(value);
    for (const [step, item] of Object.entries(value)) {
      const at = { parent: place, step: isList ? Number(step) : step };
      if (!isList) this.#add(step, 'key', at);
      this.#readValue(item, kind, at);
    }
    this.#depth--;
  }

  /** Whether there is room for one value more; whoever enters leaves by lowering the depth. */
  #enter(): boolean {
    if (this.#depth >= MAX_DEPTH || ++this.#values > MAX_VALUES) return false;
    this.#depth++;
    return true;
  }
}
