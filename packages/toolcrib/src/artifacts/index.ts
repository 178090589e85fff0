export type { ArtifactCandidate, ArtifactKind } from './artifact-kind.ts';
export { type ArtifactQuery, defineQuery, type QueryBounds, type QueryOptions } from './artifact-query.ts';
export { defaultArtifactKinds } from './default-kinds.ts';
export type { AskableCall, ForgeContext, ForgeOptions } from './forge-context.ts';
export { forgeQueryTools } from './forge-query-tools.ts';
export {
  JsonArtifact,
  type JsonAskOptions,
  type JsonBrokenLine,
  type JsonEntry,
  type JsonPageOptions,
} from './json/json-artifact.ts';
export type { JsonCondition, JsonOperator } from './json/json-condition.ts';
export type { JsonType } from './json/json-node.ts';
export type { MarkdownCodeBlock } from './markdown/code-collector.ts';
export type { MarkdownLink } from './markdown/find-links.ts';
export type { MarkdownSection, MarkdownSectionWish } from './markdown/find-section.ts';
export {
  MarkdownArtifact,
  type MarkdownAskOptions,
  type MarkdownCodeOptions,
} from './markdown/markdown-artifact.ts';
export type { MarkdownHeading } from './markdown/markdown-block.ts';
export { SpooledArtifact } from './spooled-artifact.ts';
export type { GrepLine, GrepResult } from './text/grep-result.ts';
export type { TextLine } from './text/read-lines.ts';
export type { SearchOptions } from './text/search/compile-search.ts';
export type {
  CatOptions,
  GrepOptions,
  HeadOptions,
  LinesOptions,
  ReadBounds,
  TailOptions,
} from './text/text-options.ts';
export type { PageStart, TailPage, TextPage } from './text/text-page.ts';
