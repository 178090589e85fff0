import type { ListOptions } from '../catalog/list-options.ts';
import type { ToolCatalog } from '../catalog/tool-catalog.ts';
import type { ToolRegistration } from '../catalog/tool-registration.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import { CatalogFollower, hasSameTexts, nameOf } from './following/catalog-follower.ts';
import { findByName } from './following/find-by-name.ts';
import type { SearchOptions } from './following/search-options.ts';
import type { EmbeddingOptions } from './hybrid/embedding-options.ts';
import { HybridIndex } from './hybrid/hybrid-index.ts';
import { invalidOption } from './invalid-option.ts';
import type { Explanation, SearchScope } from './search-hit.ts';

/** How to search a catalogue. */
export interface CatalogSearchOptions extends SearchOptions {
  /** Which tools may be found, by the conditions of `ToolCatalog.list`. @default what can be used */
  readonly list?: Omit<ListOptions, 'limit' | 'after'> | undefined;
  /**
   * Only these of them: what whoever asks may see, by the decision of somebody who knows them, since a catalogue knows no
   * callers. One that the catalogue does not have any more as it is here is left out. A frozen array is read once.
   */
  readonly within?: readonly ToolRegistration[] | undefined;
}

/** A tool of a catalogue that was found. */
export interface CatalogHit {
  readonly registration: ToolRegistration;
  /**
   * From 0 to 1. It depends on the query and on what the search may find of its words, and on nothing else: no tool outside
   * plays a part.
   */
  readonly score: number;
  /** If it was asked for. */
  readonly explanation?: Explanation;
}

/** Finds tools of a catalogue. */
export interface CatalogSearch {
  /**
   * The tools that fit a query, the best first, those of the same score by name. They are found among what the catalogue
   * lists at this moment: the same tools give the same hits, scores and explanations in every process and on every store.
   * Any text is a query.
   *
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  search(query: string, options?: CatalogSearchOptions): Promise<readonly CatalogHit[]>;
}

/**
 * Makes a search of a catalogue. The index is made with the first search; before every other one it takes over what has
 * changed, so that a search finds what `ToolCatalog.list` lists. It has nothing to close, and works on when the catalogue is
 * closed.
 *
 * @throws ConfigError `E_INVALID_OPTION`.
 *
 * @example
 * ```ts
 * const search = createCatalogSearch(catalog);
 * const [best] = await search.search('refund a payment', { list: { tag: 'billing' } });
 * ```
 */
export function createCatalogSearch(catalog: ToolCatalog, options: EmbeddingOptions = {}): CatalogSearch {
  const { list, sequence } = Object(catalog) as Partial<ToolCatalog>;
  if (typeof list !== 'function' || typeof sequence !== 'number') {
    throw invalidOption('catalog', 'must be a catalogue, as openCatalog gives it');
  }
  return new FollowingSearch(catalog, options);
}

const optionNames: ReadonlySet<string> = new Set<keyof CatalogSearchOptions>([
  'list',
  'within',
  'limit',
  'typing',
  'explain',
  'signal',
]);
/** Pages of a list would be cut before anything is ranked. */
const listNames: ReadonlySet<string> = new Set<keyof NonNullable<CatalogSearchOptions['list']>>([
  'tag',
  'prefix',
  'enabled',
  'status',
]);

class FollowingSearch implements CatalogSearch {
  readonly #catalog: ToolCatalog;
  readonly #index: HybridIndex;
  readonly #follower: CatalogFollower;
  /** Whether the index answers before anything else can happen. */
  readonly #isImmediate: boolean;
  /** What lists name, so that an index reads a list once. */
  readonly #scopes = new WeakMap<readonly ToolRegistration[], readonly SearchScope[]>();
  /** What is left of lists, for as long as the catalogue lists the same. */
  readonly #parts = new WeakMap<readonly ToolRegistration[], ListPart>();

  constructor(catalog: ToolCatalog, options: EmbeddingOptions) {
    this.#catalog = catalog;
    this.#index = new HybridIndex(options);
    this.#follower = new CatalogFollower(catalog, this.#index);
    this.#isImmediate = options.embed === undefined;
    Object.freeze(this);
  }

  async search(query: string, options: CatalogSearchOptions = {}): Promise<readonly CatalogHit[]> {
    requireKnownOptions(options, optionNames);
    const { list, within: wanted, ...how } = options;
    if (list !== undefined) requireKnownOptions(list, listNames, 'list.');
    this.#follower.follow(list ?? {});
    const listed = this.#catalog.list(list);
    const universe = wanted === undefined ? listed : this.#intersect(listed, wanted);
    const within = this.#toScopes(universe);
    const hits = await this.#index.search(query, { ...how, within });
    return hits.flatMap(({ id, ...hit }) => {
      const registration = findByName(universe, id, nameOf);
      // It may have become another one while the query was embedded: then the score is another one's.
      if (registration === undefined || !this.#follower.isIndexed(registration)) return [];
      return [{ registration, ...hit }];
    });
  }

  /** What the index has to look at; undefined if that is everything, and stays so until it answers: that takes no time. */
  #toScopes(universe: readonly ToolRegistration[]): readonly SearchScope[] | undefined {
    if (this.#isImmediate && universe.length === this.#follower.indexed.length) return undefined;
    const known = this.#scopes.get(universe);
    if (known !== undefined) return known;
    const scopes = Object.freeze(universe.map(({ spec }) => spec));
    this.#scopes.set(universe, scopes);
    return scopes;
  }

  /** What a list of somebody has of what the catalogue lists, by name. */
  #intersect(
    listed: readonly ToolRegistration[],
    wanted: readonly ToolRegistration[],
  ): readonly ToolRegistration[] {
    if (!Array.isArray(wanted)) throw invalidOption('within', 'must be a list of registrations');
    const known = this.#parts.get(wanted);
    if (known?.listed === listed) return known.part;
    const names = new Map(Array.from(wanted, (registration) => [readName(registration), registration]));
    const part = Object.freeze(
      listed.filter((registration) => {
        const one = names.get(nameOf(registration));
        return one === registration || (one !== undefined && hasSameTexts(one, registration));
      }),
    );
    if (Object.isFrozen(wanted)) this.#parts.set(wanted, { listed, part });
    return part;
  }
}

/** @throws ConfigError `E_INVALID_OPTION` for what is no registration. */
function readName(registration: ToolRegistration): string {
  const { name } = Object((Object(registration) as Partial<ToolRegistration>).spec) as { name?: unknown };
  if (typeof name !== 'string') throw invalidOption('within', 'must be a list of registrations');
  return name;
}

/** What a list has of another one. */
interface ListPart {
  readonly listed: readonly ToolRegistration[];
  readonly part: readonly ToolRegistration[];
}
