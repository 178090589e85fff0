import { createTool } from '@mastra/core/tools';
import { makeCoreTool } from '@mastra/core/utils';
import { firstOf, type Peer, type PeerTools } from './peer.ts';

type ToolToConvert = Parameters<typeof makeCoreTool>[0];
type ConvertOptions = Parameters<typeof makeCoreTool>[1];
type SchemaOption = NonNullable<Parameters<typeof createTool>[0]['inputSchema']>;

/** The part of a tool of Mastra that the bench uses. */
interface MastraTool {
  readonly id: string;
  readonly description: string;
  execute?(args: unknown, context: unknown): Promise<unknown>;
}

/** An agent makes "core tools" of all its tools in each run; their JSON Schema is what the model gets. */
export const mastra: Peer = {
  fromZod: (definitions) => toPeerTools(definitions.map(({ zod, ...rest }) => create(rest, zod))),
  fromJson: (definitions) => toPeerTools(definitions.map(({ json, ...rest }) => create(rest, json))),
};

interface ToolTexts {
  readonly name: string;
  readonly description: string;
  handler(args: unknown): string | Promise<string>;
}

function create({ name, description, handler }: ToolTexts, schema: unknown): MastraTool {
  const inputSchema = schema as SchemaOption;
  const tool = createTool({ id: name, description, inputSchema, execute: async (args) => handler(args) });
  // Its own type depends on the schema, which differs from tool to tool.
  return tool as unknown as MastraTool;
}

function toPeerTools(tools: readonly MastraTool[]): PeerTools {
  const first = firstOf(tools);
  return {
    list: () => tools.map(describe),
    call: async (args) => first.execute?.(args, {}),
  };
}

function describe(tool: MastraTool): unknown {
  const { id: name, description } = tool;
  // Of its many options only these two concern the list.
  const options = { name, description } as unknown as ConvertOptions;
  const core = makeCoreTool(tool as unknown as ToolToConvert, options);
  const { jsonSchema } = core.parameters as { jsonSchema: unknown };
  return { type: 'function', name, description, inputSchema: jsonSchema };
}
