import MiniSearch, { type Options } from 'minisearch';
import { stemmer } from 'stemmer';
import type { RetrievalTool } from '../retrieval-set.ts';
import { splitWords } from '../split-words.ts';
import { stopWords } from '../stop-words.ts';
import { type ToolTexts, toToolTexts } from '../tool-texts.ts';
import type { SearchEngine } from './search-engine.ts';

type Document = ToolTexts & { readonly id: string };

const fields: (keyof ToolTexts)[] = ['name', 'description', 'parameters', 'tags'];

/** As its documentation begins: only the fields are named. */
export function createMiniSearch(tools: readonly RetrievalTool[]): SearchEngine {
  return createEngine(tools, { fields });
}

/**
 * With names split at capitals, stems, no stop words, and fields that count a little more or less. MiniSearch multiplies
 * a score by how many words of the query matched, so stop words would do much harm.
 */
export function createTunedMiniSearch(tools: readonly RetrievalTool[]): SearchEngine {
  return createEngine(tools, {
    fields,
    tokenize: splitWords,
    processTerm: (term) => (stopWords.has(term) ? null : stemmer(term)),
    searchOptions: { boost: { name: 1.5, tags: 1.2, parameters: 0.6 } },
  });
}

function createEngine(tools: readonly RetrievalTool[], options: Options<Document>): SearchEngine {
  const index = new MiniSearch<Document>(options);
  index.addAll(tools.map(toDocument));
  return {
    search: (text, limit) =>
      index
        .search(text)
        .slice(0, limit)
        .map(({ id }) => String(id)),
    replace: (tool) => index.replace(toDocument(tool)),
  };
}

function toDocument(tool: RetrievalTool): Document {
  return { id: tool.id, ...toToolTexts(tool) };
}
