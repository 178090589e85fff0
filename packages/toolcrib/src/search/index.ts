export {
  type CatalogHit,
  type CatalogSearch,
  type CatalogSearchOptions,
  createCatalogSearch,
} from './catalog-search.ts';
export type { SearchOptions } from './following/search-options.ts';
export type { ToolHit } from './following/tool-universes.ts';
export type { Embed, EmbeddingOptions, EmbedRequest } from './hybrid/embedding-options.ts';
export {
  type EmbedAllOptions,
  type EmbeddingProgress,
  HybridIndex,
  type HybridSearchOptions,
} from './hybrid/hybrid-index.ts';
export { toEmbeddingText } from './hybrid/to-embedding-text.ts';
export type {
  Explanation,
  IndexSearchOptions,
  MatchKind,
  SearchHit,
  SearchScope,
  WordMatch,
} from './search-hit.ts';
export type { SearchableTool } from './searchable-tool.ts';
export { selectTools } from './selection/select-tools.ts';
export type {
  RenderSelection,
  SelectionReport,
  SelectionSearch,
  SelectToolsOptions,
} from './selection/select-tools-options.ts';
export type { LeftOutTool, ToolSelection } from './selection/tool-selection.ts';
export type { ToolField } from './text/read-tool-texts.ts';
export { type FindRequest, type ToolFinder, toolFinder } from './tool-finder.ts';
export { ToolIndex } from './tool-index.ts';
export { createToolSearch, type ToolSearch, type ToolSearchOptions } from './tool-search.ts';
