import type { RetrievalTool } from '../retrieval-set.ts';

/** An index of tools, in memory. */
export interface SearchEngine {
  /** Ids of the best tools, best first. */
  search(text: string, limit: number): readonly string[];
  /** Puts another version in the place of a tool that has the same id. */
  replace(tool: RetrievalTool): void;
}

/** Makes an index of tools. */
export type CreateEngine = (tools: readonly RetrievalTool[]) => SearchEngine;
