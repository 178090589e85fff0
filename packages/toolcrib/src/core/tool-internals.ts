import type { SchemaReader } from './schema/schema-reader.ts';
import type { Tool } from './tool.ts';
import type { ToolWork } from './tool-work.ts';

/**
 * What is private of a tool, for the runtime, which puts its own steps between those of a call. It is not
 * on the class, and no door exports it, so that nobody else reaches a handler.
 */
export interface ToolInternals {
  readonly inputOf: (tool: Tool) => SchemaReader;
  readonly outputOf: (tool: Tool) => SchemaReader | undefined;
  readonly workOf: (tool: Tool) => ToolWork;
}
