import { generateSet } from './generated-set.ts';
import { loadRetrievalSet, type RetrievalSet } from './retrieval-set.ts';
import { takeEvenly } from './take-evenly.ts';

/** Which tools and queries to use, as one process can tell it another. */
export interface SearchSubject {
  /** As it is called in the tables. */
  readonly name: string;
  /** A set of the public data; invented tools where there is none. */
  readonly set?: string;
  readonly maxTools: number;
  readonly maxQueries: number;
}

export function loadSubject({ set, maxTools, maxQueries }: SearchSubject): RetrievalSet {
  const { tools, queries } = set === undefined ? generateSet(maxTools) : loadRetrievalSet(set, maxQueries);
  return { tools: takeEvenly(tools, maxTools), queries: takeEvenly(queries, maxQueries) };
}
