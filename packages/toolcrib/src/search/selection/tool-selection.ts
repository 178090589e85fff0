import type { Tool } from '../../core/tool.ts';

/** A tool that was considered and is not in the selection. */
export type LeftOutTool =
  /** There is no room for its tokens beside those that fit the request better. */
  | { readonly name: string; readonly reason: 'budget'; readonly tokens: number }
  /** There are as many tools as there may be. */
  | { readonly name: string; readonly reason: 'limit' }
  /** The provider cannot be told it, or not together with the others. */
  | { readonly name: string; readonly reason: 'refused'; readonly reasons: readonly string[] };

/** The tools for a request. */
export interface ToolSelection {
  /** Those that are always there, as they were given, then the others, the best first. */
  readonly tools: readonly Tool[];
  /** What they take together, as they are rendered. */
  readonly tokens: number;
  readonly budgetTokens: number;
  /** In the order in which they were considered. What was not found is not in it. */
  readonly leftOut: readonly LeftOutTool[];
}
