import type { HybridSearchOptions } from '../hybrid/hybrid-index.ts';

/** How to search, whatever is searched. */
export type SearchOptions = Omit<HybridSearchOptions, 'within'>;
