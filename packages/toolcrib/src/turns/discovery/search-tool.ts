import { JsonSchema } from '../../core/schema/json-schema.ts';
import type { LibrarySchema } from '../../core/schema/tool-schema.ts';
import { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../core/tool-context.ts';
import type { DiscoveryForm } from '../tool-discovery.ts';
import type { DiscoveryParts, SearchArguments } from './discovery-parts.ts';

export const SEARCH_TOOL = 'search_tools';

const MAX_QUERY_LENGTH = 2_000;

/** What a model may ask for, where one search finds at most so many tools. */
export function searchSchema(maxLimit: number): LibrarySchema<SearchArguments> {
  return new JsonSchema<SearchArguments>({
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_QUERY_LENGTH,
        description: 'What the tool should do, in a few words, such as "create a calendar event".',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: maxLimit,
        default: maxLimit,
        description: 'How many tools to find at most.',
      },
    },
    required: ['query'],
    additionalProperties: false,
  });
}

/** The tool that a model of one turn finds others with. */
export function searchTool(
  { form, searchSchema: inputSchema }: Pick<DiscoveryParts, 'form' | 'searchSchema'>,
  search: (wish: SearchArguments, ctx: ToolContext) => Promise<string>,
): Tool {
  return new Tool({
    name: SEARCH_TOOL,
    description: describeSearch(form),
    inputSchema,
    effect: 'read',
    ephemeral: true,
    // Names of tools and our own words, unless it repeats what strangers say of their tools.
    trusted: form !== 'call',
    handler: search,
  });
}

function describeSearch(form: DiscoveryForm): string {
  const use =
    form === 'call' ? 'What it finds is called with call_tool.' : 'What it finds can be called then.';
  return `Finds tools by what they do. There are more tools than you are shown: search before you say that something cannot be done. One need per search; do not guess names of tools. ${use}`;
}
