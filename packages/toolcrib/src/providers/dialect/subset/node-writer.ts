import type { JsonValue } from '../../../core/json.ts';
import type { SchemaChange } from '../dialect.ts';
import { isAssertion } from '../keyword-facts.ts';
import { appendWords, MAX_WORDS, sayKeyword, sayKeywords } from '../say-keyword.ts';
import { type Context, type Draft, isExact } from './context.ts';
import { describesMore } from './describes-more.ts';
import type { Entry, Reading } from './reading.ts';

/** The order of keywords in a schema, whatever it was before. */
const order: readonly string[] = [
  ...['$ref', 'type', 'nullable', 'format', 'title', 'description', 'default', 'example', 'enum', 'const'],
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['properties', 'propertyOrdering', 'required', 'additionalProperties', 'items', 'prefixItems'],
  ...['anyOf', 'oneOf', '$defs'],
];

/** Writes one schema, keyword by keyword, and notes what becomes different. */
export class NodeWriter {
  readonly context: Context;
  readonly at: string;
  readonly isRoot: boolean;
  readonly #keywords = new Map<string, JsonValue>();
  readonly #words: [keyword: string, value: JsonValue][] = [];
  #description: string | undefined;
  #optional: ReadonlySet<string> | undefined;
  #nullByDefault: ReadonlySet<string> | undefined;

  constructor(context: Context, at: string, isRoot = false) {
    this.context = context;
    this.at = at;
    this.isRoot = isRoot;
  }

  keep(keyword: string, value: JsonValue): void {
    this.#keywords.set(keyword, value);
  }

  get(keyword: string): JsonValue | undefined {
    return this.#keywords.get(keyword);
  }

  describe(description: string): void {
    this.#description = description;
  }

  /** Remembers which properties of this object may be missing, and which of those are null then. */
  setOptional(names: ReadonlySet<string>, nullByDefault: ReadonlySet<string>): void {
    this.#optional = names;
    this.#nullByDefault = nullByDefault;
  }

  note(keyword: string, action: SchemaChange['action'], detail: string): void {
    this.context.journal.note({ pointer: this.at, keyword, action, detail });
  }

  refuse(keyword: string, detail: string): void {
    this.context.journal.refuse(this.at, keyword, detail);
  }

  /** Says a keyword in words, if that is allowed and they are not too long. */
  move(keyword: string, { value, at, isForeign }: Entry, reading: Reading): void {
    const { dialect, journal } = this.context;
    const restricts = isAssertion(keyword) && !isForeign;
    if (restricts && isExact(this.context)) {
      journal.refuse(at, keyword, `${keyword} cannot be enforced.`);
    } else if (restricts && dialect.isStrict && describesMore(keyword, value, reading)) {
      journal.refuse(at, keyword, `${keyword} describes properties that could not be sent.`);
    } else if (sayKeyword(keyword, value).length <= MAX_WORDS) {
      this.#words.push([keyword, value]);
      journal.note({
        pointer: at,
        keyword,
        action: 'moved',
        detail: `${keyword} is said in the description.`,
      });
    } else if (restricts) {
      journal.refuse(at, keyword, `${keyword} would have to be said in words, and is too long for that.`);
    } else {
      const detail = `${keyword} would have to be said in words, and is too long for that.`;
      journal.note({ pointer: at, keyword, action: 'omitted', detail });
    }
  }

  /** What there is to say of the schema, in words. */
  get text(): string {
    return appendWords(this.#description, sayKeywords(this.#words));
  }

  /** The schema. Nothing is written after this. */
  finish(): Draft {
    if (this.text !== '') this.#keywords.set('description', this.text);
    const others = [...this.#keywords.keys()].filter((keyword) => !order.includes(keyword)).sort();
    const draft: Draft = {};
    for (const keyword of [...order, ...others]) {
      const value = this.#keywords.get(keyword);
      if (value !== undefined) draft[keyword] = value;
    }
    this.context.notes.set(draft, {
      at: this.at,
      optional: this.#optional,
      nullByDefault: this.#nullByDefault,
    });
    return draft;
  }
}
