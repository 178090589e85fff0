import type { CheckOutcome, ValidationIssue } from '../../core/issue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { JsonSchema } from '../../core/schema/json-schema.ts';
import type { LibrarySchema } from '../../core/schema/tool-schema.ts';
import { Tool } from '../../core/tool.ts';
import { ToolError } from '../../core/tool-error.ts';
import { SEARCH_TOOL } from './search-tool.ts';

export const CALL_TOOL = 'call_tool';

/** The call that a call of `call_tool` stands for. */
export interface InnerCall {
  readonly tool: string;
  /** An object, or the text of one as some models write it. */
  readonly args: JsonObject | string;
}

/** Reads what a model sent to `call_tool`. Whether the tool exists, and what it accepts, is for the call itself. */
export function readInnerCall(sent: JsonValue): CheckOutcome<InnerCall> {
  if (!isJsonObject(sent)) return refuse([], 'must be an object with tool and arguments');
  const { tool, arguments: args, ...others } = sent;
  const issues: ValidationIssue[] = [];
  if (typeof tool !== 'string' || tool === '') issues.push(issue('tool', 'must be the name of a tool'));
  else if (tool === CALL_TOOL) issues.push(issue('tool', 'must be the name of another tool'));
  else if (tool === SEARCH_TOOL) issues.push(issue('tool', `must not be ${SEARCH_TOOL}; call that itself`));
  const isReadable = typeof args === 'string' || isJsonObject(args);
  if (!isReadable) issues.push(issue('arguments', 'must be an object with the arguments of the tool'));
  for (const key of Object.keys(others)) {
    issues.push(issue(key, 'is not known; arguments of the tool belong into arguments'));
  }
  return typeof tool === 'string' && isReadable && issues.length === 0
    ? { ok: true, value: { tool, args } }
    : { ok: false, issues };
}

const shown = new JsonSchema({
  type: 'object',
  properties: {
    tool: { type: 'string', minLength: 1, description: 'The name of the tool.' },
    arguments: {
      type: 'object',
      description: 'The arguments of the tool, as its inputSchema says; {} if it takes none.',
    },
  },
  required: ['tool', 'arguments'],
  additionalProperties: false,
});

/**
 * Accepts nothing. A call that can be read has become a call of the tool that it names before it is made; what comes here
 * has something wrong with it, and the model is told what.
 */
const inputSchema: LibrarySchema = {
  '~standard': {
    version: 1,
    vendor: 'toolcrib',
    jsonSchema: shown['~standard'].jsonSchema,
    validate: (sent) => {
      // The call path has made JSON of it.
      const read = readInnerCall(sent as JsonValue);
      return read.ok ? refuse([], 'cannot be passed on from here') : { issues: read.issues };
    },
  },
};

/** The tool that a model calls found tools with, where they cannot be shown to it. It runs nothing itself. */
export const callTool: Tool = new Tool({
  name: CALL_TOOL,
  description: `Calls a tool that ${SEARCH_TOOL} has found: its name, and arguments that fit its inputSchema. Search first if you do not know both.`,
  inputSchema,
  // What is called has an effect of its own, which policies decide on.
  effect: 'read',
  ephemeral: true,
  handler: () => {
    throw new ToolError('This call cannot be passed on.', { changedNothing: true });
  },
});

function issue(key: string, message: string): ValidationIssue {
  return { path: [key], message };
}

function refuse(path: readonly string[], message: string) {
  return { ok: false, issues: [{ path, message }] } as const;
}
