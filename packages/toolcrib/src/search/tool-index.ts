import { requireKnownOptions } from '../core/require-known-options.ts';
import { IndexView } from './index/index-view.ts';
import { dropPlace } from './index/term.ts';
import { type ReadTool, readTool, type ToolDocument } from './index/tool-document.ts';
import { Vocabulary } from './index/vocabulary.ts';
import { invalidOption } from './invalid-option.ts';
import { Ranker } from './ranking/ranker.ts';
import { type RankingWeights, rankingWeights } from './ranking/weights.ts';
import { readScope, requireTool } from './require-tool.ts';
import type { IndexSearchOptions, SearchHit, SearchScope } from './search-hit.ts';
import { idOf, type SearchableTool } from './searchable-tool.ts';
import { readToolTexts, toolFields } from './text/read-tool-texts.ts';
import { Stemmer } from './text/stemmer.ts';

/** The part of an index that a list of tools names, as long as the index is the same. */
interface KnownView {
  readonly view: IndexView;
  readonly revision: number;
}

/**
 * Finds tools by what they are about: their names, titles, descriptions, parameters, tags and sources. Everything happens in
 * memory and at once; it asks no model and no network. What it finds depends on the tools that are in it and on nothing else:
 * not on the order in which they came, and not on those that have gone.
 *
 * @example
 * ```ts
 * const index = new ToolIndex(tools);
 * const [best] = index.search('how warm is it in Oslo', { limit: 5 });
 * ```
 */
export class ToolIndex {
  readonly #weights: RankingWeights;
  readonly #vocabulary = new Vocabulary();
  readonly #stemmer = new Stemmer();
  readonly #byId = new Map<string, ToolDocument>();
  readonly #byPlace: (ToolDocument | undefined)[] = [];
  readonly #freePlaces: number[] = [];
  readonly #ranker: Ranker;
  readonly #views = new WeakMap<readonly SearchScope[], KnownView>();
  /** Another number after every change. */
  #revision = 0;

  /**
   * @param weights other numbers for the ranking, for whoever tunes them.
   * @throws ConfigError `E_INVALID_OPTION` for what is no tool.
   */
  constructor(tools: Iterable<SearchableTool> = [], weights: RankingWeights = rankingWeights) {
    this.#weights = weights;
    this.#ranker = new Ranker({ vocabulary: this.#vocabulary, stemmer: this.#stemmer, weights });
    if (typeof Object(tools)[Symbol.iterator] !== 'function')
      throw invalidOption('tools', 'must be a list of tools');
    for (const tool of tools) this.set(tool);
  }

  /** How many tools it has. */
  get size(): number {
    return this.#byId.size;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /**
   * Puts a tool in, in the place of one with the same id.
   *
   * @throws ConfigError `E_INVALID_OPTION` for what is no tool. Nothing has changed then.
   */
  set(tool: SearchableTool): void {
    requireTool(tool);
    const id = idOf(tool);
    // Whatever a stranger's object does when it is read, it does before anything is changed.
    const texts = readToolTexts(tool);
    this.delete(id);
    const read = readTool(texts, { vocabulary: this.#vocabulary, stemmer: this.#stemmer });
    const place = this.#freePlaces.pop() ?? this.#byPlace.length;
    const { words, ends, terms, fields } = read;
    const document = { id, place, words, ends, terms, fields };
    this.#addToTerms(read, place);
    this.#byId.set(id, document);
    this.#byPlace[place] = document;
    this.#revision++;
  }

  /** Takes a tool out; answers whether there was one. */
  delete(id: string): boolean {
    const document = this.#byId.get(id);
    if (document === undefined) return false;
    for (const term of document.terms) {
      dropPlace(term, document.place);
      if (term.places.length === 0) this.#vocabulary.forget(term);
    }
    this.#byId.delete(id);
    this.#byPlace[document.place] = undefined;
    this.#freePlaces.push(document.place);
    this.#revision++;
    return true;
  }

  /**
   * The tools that fit a query, the best first, those of the same score by their ids. Any text is a query: one without a word
   * finds nothing, and of a very long one the beginning counts.
   *
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  search(query: string, options: IndexSearchOptions = {}): readonly SearchHit[] {
    requireKnownOptions(options, optionNames);
    const { limit = DEFAULT_LIMIT, within, typing = false, explain = false } = options;
    if (typeof query !== 'string') throw invalidOption('query', 'must be a text');
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
      throw invalidOption('limit', `must be a whole number from 1 to ${MAX_LIMIT}`);
    }
    const view = within === undefined ? EVERYTHING : this.#viewOf(within);
    return this.#ranker.rank(query, { view, limit, typing, explain, documents: this.#byPlace });
  }

  /** What a list of tools names; kept for as long as neither the list nor the index can have changed. */
  #viewOf(within: readonly SearchScope[]): IndexView {
    if (!Array.isArray(within)) throw invalidOption('within', 'must be a list of tools');
    const known = this.#views.get(within);
    if (known?.revision === this.#revision) return known.view;
    const mask = new Uint8Array(this.#byPlace.length);
    for (const scope of within) {
      const document = this.#byId.get(readScope(scope));
      if (document !== undefined) mask[document.place] = 1;
    }
    const view = new IndexView(mask);
    if (Object.isFrozen(within)) this.#views.set(within, { view, revision: this.#revision });
    return view;
  }

  #addToTerms({ terms, counts, lengths }: ReadTool, place: number): void {
    const { fields, saturation } = this.#weights;
    const factors = toolFields.map((field, at) => {
      const { weight, lengthPart, usualLength } = fields[field];
      return weight / (1 - lengthPart + (lengthPart * (lengths[at] as number)) / usualLength);
    });
    let row = 0;
    for (const { places, impacts } of terms) {
      let weighted = 0;
      for (const factor of factors) weighted += factor * (counts[row++] as number);
      places.push(place);
      impacts.push(weighted / (saturation + weighted));
    }
  }
}

const optionNames: ReadonlySet<string> = new Set<keyof IndexSearchOptions>([
  'limit',
  'within',
  'typing',
  'explain',
]);
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1_000;
const EVERYTHING = new IndexView();
