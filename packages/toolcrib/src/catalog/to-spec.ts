import type { Tool } from '../core/tool.ts';
import { readSpec } from './read-spec.ts';
import type { ToolSpec } from './tool-spec.ts';

/** The spec of a tool, as it is registered. A tool without an output schema promises nothing of its results. */
export function toSpec(tool: Tool): ToolSpec {
  const { name, version, title, description, inputSchema, outputSchema = {}, annotations, tags } = tool;
  const someTags = tags.length === 0 ? undefined : tags;
  return readSpec({
    name,
    version,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    tags: someTags,
  });
}
