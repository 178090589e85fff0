import { create, insert, remove, search } from '@orama/orama';
import type { RetrievalTool } from '../retrieval-set.ts';
import { toToolTexts } from '../tool-texts.ts';
import type { SearchEngine } from './search-engine.ts';

/** As its documentation begins: only the schema is given. */
export function createOrama(tools: readonly RetrievalTool[]): SearchEngine {
  const index = create({
    schema: { name: 'string', description: 'string', parameters: 'string', tags: 'string' },
  });
  const add = (tool: RetrievalTool) => settled(insert(index, { id: tool.id, ...toToolTexts(tool) }));
  for (const tool of tools) add(tool);
  return {
    search: (term, limit) => settled(search(index, { term, limit })).hits.map(({ id }) => id),
    replace(tool) {
      settled(remove(index, tool.id));
      add(tool);
    },
  };
}

/** Nothing here waits for anything, although the types of Orama allow it. */
function settled<Value>(value: Value | Promise<Value>): Value {
  if (value instanceof Promise) throw new Error('Orama gave a promise.');
  return value;
}
