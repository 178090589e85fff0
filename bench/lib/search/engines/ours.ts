import { type SearchableTool, ToolIndex } from 'toolcrib/search';
import type { RetrievalTool } from '../retrieval-set.ts';
import type { SearchEngine } from './search-engine.ts';

/** As its documentation begins. */
export function createOurs(tools: readonly RetrievalTool[]): SearchEngine {
  const index = new ToolIndex(tools.map(toSearchable));
  return {
    search: (text, limit) => index.search(text, { limit }).map(({ id }) => id),
    replace: (tool) => index.set(toSearchable(tool)),
  };
}

function toSearchable({ parameters, ...texts }: RetrievalTool): SearchableTool {
  return { ...texts, inputSchema: parameters };
}
