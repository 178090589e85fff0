import type { JsonValue } from '../../core/json.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import { ToolError } from '../../core/tool-error.ts';
import type { ArtifactCandidate } from '../artifact-kind.ts';
import type { ArtifactQuery } from '../artifact-query.ts';
import { SpooledArtifact } from '../spooled-artifact.ts';
import { checkCount } from '../text/check-count.ts';
import { isJsonCandidate } from './is-json-candidate.ts';
import { compileCondition, type JsonCondition } from './json-condition.ts';
import type { JsonElement } from './json-element.ts';
import { readTextLines } from './json-lines.ts';
import { isNodeArray, type JsonNode, type JsonType, typeOfNode } from './json-node.ts';
import { findNode, parsePointer } from './json-pointer.ts';
import { jsonQueries } from './json-queries.ts';
import { findTarget, type JsonTarget } from './json-target.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { describeProblem } from './parse-document.ts';
import { readElements } from './read-elements.ts';

/** How a question about JSON is asked. */
export interface JsonAskOptions {
  /** Ends the reading when it is aborted; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Which elements are asked for. */
export interface JsonPageOptions extends JsonAskOptions {
  /** A JSON Pointer to an array or an object; `''` is the root. @default '' */
  readonly path?: string | undefined;
  /** The index of the first one that is looked at. @default 0 */
  readonly from?: number | undefined;
  /** How many are given at most. @default 1_000 */
  readonly limit?: number | undefined;
}

/** An element of an array, a property of an object, or a line. */
export interface JsonEntry<Value = JsonValue> {
  /** Counted from 0; blank lines do not count. */
  readonly index: number;
  /** Of a property. */
  readonly key?: string;
  readonly value: Value;
}

/** A line that is no JSON, in place of its value. */
export interface JsonBrokenLine {
  readonly index: number;
  /** What is wrong with which line, without anything of the text. */
  readonly problem: string;
}

const askNames: ReadonlySet<string> = new Set<keyof JsonAskOptions>(['signal']);
const pageNames: ReadonlySet<string> = new Set<keyof JsonPageOptions>(['signal', 'path', 'from', 'limit']);
const conditionNames: ReadonlySet<string> = new Set<keyof JsonCondition>(['field', 'operator', 'value']);

/** JSON as it is read for programs, which have numbers and no digits. */
const asValues = { keepDigits: false } as const;

/**
 * An artifact that holds JSON: one document of at most 16 MiB, which is read whole for each question, or lines
 * with one value each, of any size, which are streamed and seen as an array.
 *
 * Paths are JSON Pointers (RFC 6901). The last of equal keys counts, and `__proto__` is a key like any other.
 * Numbers are those of `JSON.parse`, which rounds what has more than 15 digits; the answers that models get
 * show all digits. Methods reject with a `ToolError`, fit for a model, when the artifact is too large or no
 * JSON, or a path is no pointer; what is simply not there is `undefined`. Nothing is kept between questions.
 */
export class JsonArtifact extends SpooledArtifact {
  static override readonly queries: readonly ArtifactQuery[] = Object.freeze([
    ...super.queries,
    ...jsonQueries,
  ]);

  /** @internal */
  readonly documents = new OneAtATime();

  static override accepts(candidate: ArtifactCandidate): boolean {
    return isJsonCandidate(candidate);
  }

  /** The type of a value. */
  async type(path = '', options: JsonAskOptions = {}): Promise<JsonType | undefined> {
    const target = await this.#find(path, options);
    if (target === undefined) return undefined;
    return target.kind === 'lines' ? 'array' : typeOfNode(target.node);
  }

  /** The keys of an object, in their order. */
  async keys(path = '', options: JsonAskOptions = {}): Promise<readonly string[] | undefined> {
    const target = await this.#find(path, options);
    return target?.kind === 'node' ? target.keys : undefined;
  }

  /** How many elements, keys, UTF-16 units or lines there are. Lines are counted without being parsed. */
  async length(path = '', options: JsonAskOptions = {}): Promise<number | undefined> {
    const target = await this.#find(path, options);
    if (target === undefined) return undefined;
    if (target.kind === 'lines') return this.#countLines(options);
    const { node, keys } = target;
    return typeof node === 'string' || isNodeArray(node) ? node.length : keys?.length;
  }

  /** A value. For all of the lines as one array, each of them must be JSON; `elements` needs less memory. */
  async get(path = '', options: JsonAskOptions = {}): Promise<JsonValue | undefined> {
    const target = await this.#find(path, options);
    if (target?.kind !== 'lines') return target === undefined ? undefined : toValue(target.node);
    const values: JsonValue[] = [];
    for await (const entry of this.elements(options)) {
      if ('problem' in entry) throw new ToolError(`The artifact cannot be read as JSON: ${entry.problem}.`);
      values.push(entry.value);
    }
    return values;
  }

  /** Elements, one after another; of lines, with memory for one of them. None of a value that holds no others. */
  async *elements(
    options: Omit<JsonPageOptions, 'limit'> = {},
  ): AsyncGenerator<JsonEntry | JsonBrokenLine, void> {
    for await (const element of this.#read(options)) {
      yield 'problem' in element
        ? { index: element.index, problem: describeProblem(element.problem) }
        : toEntry(element, toValue(element.node));
    }
  }

  /** Consecutive elements. */
  async slice(options: JsonPageOptions = {}): Promise<readonly (JsonEntry | JsonBrokenLine)[]> {
    const limit = checkCount('limit', options.limit ?? 1_000, 1);
    const entries: (JsonEntry | JsonBrokenLine)[] = [];
    for await (const entry of this.elements(options)) {
      if (entries.push(entry) >= limit) break;
    }
    return entries;
  }

  /** The elements that meet a condition. Lines that are no JSON are left out. */
  async filter(condition: JsonCondition, options: JsonPageOptions = {}): Promise<readonly JsonEntry[]> {
    requireKnownOptions(condition, conditionNames, 'condition.');
    const isMatch = compileCondition(condition);
    return this.#collect(options, (node) => (isMatch(node) ? toValue(node) : undefined));
  }

  /**
   * Some fields of each element: JSON Pointers from the element, with the value of each that is there. Lines that
   * are no JSON are left out.
   */
  async pluck<const Field extends string>(
    fields: readonly Field[],
    options: JsonPageOptions = {},
  ): Promise<readonly JsonEntry<{ readonly [Name in Field]?: JsonValue }>[]> {
    const pointers = fields.map((field) => ({ field, steps: parsePointer(field) }));
    return this.#collect(options, (node) => {
      // A field that is called like something inherited is one all the same.
      const plucked: { [Name in Field]?: JsonValue } = Object.create(null);
      for (const { field, steps } of pointers) {
        const found = findNode(node, steps);
        if (found !== undefined) plucked[field] = toValue(found);
      }
      return plucked;
    });
  }

  async #find(path: string, options: JsonAskOptions): Promise<JsonTarget | undefined> {
    requireKnownOptions(options, askNames);
    const { signal } = options;
    return await findTarget({ artifact: this, documents: this.documents }, path, { ...asValues, signal });
  }

  async *#read(options: JsonPageOptions): AsyncGenerator<JsonElement, void> {
    requireKnownOptions(options, pageNames);
    const { path = '', from = 0, signal } = options;
    checkCount('from', from, 0);
    const target = await this.#find(path, { signal });
    if (target === undefined) return;
    for await (const elements of readElements(this, target, { ...asValues, from, signal }) ?? []) {
      yield* elements;
    }
  }

  async #collect<Value>(
    options: JsonPageOptions,
    take: (node: JsonNode) => Value | undefined,
  ): Promise<readonly JsonEntry<Value>[]> {
    const limit = checkCount('limit', options.limit ?? 1_000, 1);
    const entries: JsonEntry<Value>[] = [];
    for await (const element of this.#read(options)) {
      const value = 'problem' in element ? undefined : take(element.node);
      if (value === undefined) continue;
      if (entries.push(toEntry(element, value)) >= limit) break;
    }
    return entries;
  }

  async #countLines({ signal }: JsonAskOptions): Promise<number> {
    let count = 0;
    for await (const lines of readTextLines(this, signal)) count += lines.length;
    return count;
  }
}

/** What was read without keeping digits is plain JSON. */
function toValue(node: JsonNode): JsonValue {
  return node as JsonValue;
}

function toEntry<Value>(element: JsonElement, value: Value): JsonEntry<Value> {
  const { index } = element;
  return 'key' in element && element.key !== undefined
    ? { index, key: element.key, value }
    : { index, value };
}
