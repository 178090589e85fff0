export { estimateTokens } from '../core/estimate-tokens.ts';
export { isTrustedContent } from '../core/trust.ts';
export type { SchemaChange, SchemaCost } from './dialect/dialect.ts';
export type { ExecutorOptions } from './executor-options.ts';
export { leaveOutMedia, type MediaLabel } from './leave-out-media.ts';
export { type LintProvider, lintForProviders } from './lint/lint-for-providers.ts';
export {
  createMediaReader,
  type InlineMedia,
  type MediaReader,
  type MediaReaderOptions,
} from './media-reader.ts';
export type { MessageOptions } from './message-options.ts';
export type { ToolChange } from './plan/grow-plan.ts';
export type { RenderOptions } from './plan/render-options.ts';
export type { ToolRenderer, ToolRendering } from './plan/render-plan.ts';
export type { ToolCodec } from './plan/tool-codec.ts';
export type { Budget, RefusedTool, RenderReport, StrictReport, ToolReport } from './plan/tool-report.ts';
export { toWireName, type WireNameProvider, type WireNameRule, wireNameRules } from './plan/wire-name.ts';
