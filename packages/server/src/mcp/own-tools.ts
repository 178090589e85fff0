import type { Tool as McpTool } from '@modelcontextprotocol/server';

/** Gives the outcome of a call that was not waited for. */
export const CALL_RESULT = 'call_result';
/** Reads a stored result. */
export const QUERY_RESULT = 'query_result';
/** Finds tools where there are too many to list. */
export const SEARCH_TOOLS = 'search_tools';
/** Calls a tool that was found. */
export const CALL_TOOL = 'call_tool';

export const MAX_WAIT_MS = 30_000;
export const MAX_HITS = 20;
export const DEFAULT_HITS = 5;

const readOnly = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

const callResultTool: McpTool = {
  name: CALL_RESULT,
  title: 'Result of a call',
  description:
    'Gives the result of an earlier call that was waiting for approval or still running. Use the call id that its answer named. With waitMs it waits so long for the call to end.',
  inputSchema: {
    type: 'object',
    properties: {
      callId: { type: 'string', minLength: 1, maxLength: 128, description: 'The id of the call.' },
      waitMs: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_WAIT_MS,
        description: 'How long to wait for the end, in milliseconds.',
      },
    },
    required: ['callId'],
    additionalProperties: false,
  },
  annotations: readOnly,
};

const queryArguments = {
  artifact_head: 'lines',
  artifact_tail: 'lines, before',
  artifact_cat: 'from, fromByte, lines',
  artifact_grep: 'pattern, isLiteral, ignoreCase, context, maxMatches, from, fromByte',
  artifact_line_count: '',
  artifact_token_estimate: '',
  artifact_byte_length: '',
  artifact_json_type: 'path',
  artifact_json_keys: 'path, from, limit',
  artifact_json_length: 'path',
  artifact_json_get: 'path',
  artifact_json_slice: 'path, from, limit',
  artifact_json_filter: 'path, field, operator, value, from, limit',
  artifact_json_pluck: 'path, fields, from, limit',
  artifact_markdown_frontmatter: '',
  artifact_markdown_headings: 'from, limit',
  artifact_markdown_section: 'heading, line, from, fromByte',
  artifact_markdown_code_blocks: 'from, limit',
  artifact_markdown_links: 'from, limit',
  artifact_markdown_text: 'from',
} as const;

/** What a stored result can be asked. */
export const resultQueries: readonly string[] = Object.keys(queryArguments);

const queryResultTool: McpTool = {
  name: QUERY_RESULT,
  title: 'Query a stored result',
  description: `Shows a part of a result of your own call that was too large to be sent; its answer said so. Answers are bounded and say how to continue. Queries and their arguments: ${Object.entries(
    queryArguments,
  )
    .map(([name, args]) => `${name}(${args})`)
    .join(', ')}. A path is a JSON Pointer such as /items/0/name.`,
  inputSchema: {
    type: 'object',
    properties: {
      callId: { type: 'string', minLength: 1, maxLength: 128, description: 'The id of the call.' },
      query: { type: 'string', enum: [...resultQueries] },
      arguments: { type: 'object', description: 'The arguments of the query.' },
    },
    required: ['callId', 'query'],
    additionalProperties: false,
  },
  annotations: readOnly,
};

/** Listed last by every endpoint, unless a tool of the catalog has the name of one. */
export const resultTools: readonly McpTool[] = [callResultTool, queryResultTool];

const searchTools: McpTool = {
  name: SEARCH_TOOLS,
  title: 'Search tools',
  description:
    'Finds tools by what they do. Gives the name, the description and the schema of the arguments of each; call them with call_tool.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 1_000, description: 'What is to be done, in a few words.' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_HITS, description: 'At most so many tools.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: readOnly,
};

const callTool: McpTool = {
  name: CALL_TOOL,
  title: 'Call a tool',
  description: 'Calls a tool that search_tools has found, with arguments that follow its schema.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 128, description: 'The name of the tool.' },
      arguments: { type: 'object', description: 'The arguments of the tool.' },
    },
    required: ['name'],
    additionalProperties: false,
  },
};

/** All that an endpoint lists whose tools are to be searched. */
export const searchModeTools: readonly McpTool[] = [searchTools, callTool, ...resultTools];
