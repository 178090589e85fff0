import type { JsonObject } from '../core/json.ts';

/** What an index reads of a tool. A `Tool` is one, a `ToolSpec` is one, and what a model is shown of a tool is one. */
export interface SearchableTool {
  readonly name: string;
  /** What hits are called by, unique in an index, for those whose names are not. @default the name */
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The names, descriptions and choices of its parameters are searched. */
  readonly inputSchema?: JsonObject | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Where it comes from, such as the address of a server. */
  readonly source?: string | undefined;
}

/** What hits call a tool by. */
export function idOf({ id, name }: SearchableTool): string {
  return id ?? name;
}
