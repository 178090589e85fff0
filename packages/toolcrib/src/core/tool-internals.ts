import type { ToolAuthority } from './authority.ts';
import type { SchemaReader } from './schema/schema-reader.ts';
import type { Tool } from './tool.ts';
import type { ToolWork } from './tool-work.ts';

/** How calls of a tool are judged in the toolset that it was taken from. */
export type ToolAutonomy = 'allow' | NonNullable<ToolAuthority['autonomy']>;

/**
 * What is private of a tool, for the runtime, which puts its own steps between those of a call. It is not
 * on the class, and no door exports it, so that nobody else reaches a handler.
 */
export interface ToolInternals {
  readonly inputOf: (tool: Tool) => SchemaReader;
  readonly outputOf: (tool: Tool) => SchemaReader | undefined;
  readonly workOf: (tool: Tool) => ToolWork;
  readonly autonomyOf: (tool: Tool) => ToolAutonomy;
  /** For a tool that was just made: its authority must not have been read before. */
  readonly setAutonomy: (tool: Tool, autonomy: ToolAutonomy) => void;
}
