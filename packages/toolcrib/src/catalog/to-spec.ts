import type { ToolAuthority } from '../core/authority.ts';
import type { JsonObject } from '../core/json.ts';
import { Tool } from '../core/tool.ts';
import { describe } from './field-reader.ts';
import { refuseOption } from './read-catalog-options.ts';
import { checkSpec } from './read-spec.ts';
import type { ToolSpec } from './tool-spec.ts';

/** The output schema of a tool that promises nothing. */
export const NO_PROMISE: JsonObject = Object.freeze({});

/**
 * The spec of a tool, as it is registered, with its authority but for the approval setting of a toolset. A tool without an output schema promises nothing of its results. An empty
 * description, and no tags, are absent.
 *
 * @throws ConfigError `E_INVALID_OPTION` for what is no tool.
 */
export function toSpec(tool: Tool): ToolSpec {
  if (!Tool.isTool(tool)) refuseOption('tool', `must be a tool, not ${describe(tool)}`);
  const {
    name,
    version,
    title,
    description,
    inputSchema,
    outputSchema = NO_PROMISE,
    annotations,
    tags,
  } = tool;
  // Whatever a tool shows is deeply frozen JSON, within limits that are no wider than those of a spec.
  const someTags = tags.length === 0 ? undefined : tags;
  return checkSpec({
    name,
    version,
    title,
    description: description === '' ? undefined : description,
    inputSchema,
    outputSchema,
    annotations,
    tags: someTags,
    authority: statedAuthority(tool),
  });
}

/** Without what only a toolset says, which is another document. */
function statedAuthority({ authority }: Tool): ToolAuthority {
  if (authority.autonomy === undefined) return authority;
  const { autonomy: _, ...stated } = authority;
  return Object.freeze(stated);
}
