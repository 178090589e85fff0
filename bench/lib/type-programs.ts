const TOOL_COUNT = 60;

interface Program {
  readonly imports: readonly string[];
  /** The source of one tool, around the source of its schema and the body of its handler. */
  tool(tool: ToolSource): string;
}

interface ToolSource {
  readonly name: string;
  readonly schema: string;
  readonly body: string;
}

const description = "description: 'Tells the weather.'";

/** The same tools in each library, as a user would write them. */
const programs: Record<string, Program> = {
  'Zod alone': {
    imports: [],
    tool: ({ name, schema, body }) => `const ${name}Schema = ${schema};
export const ${name} = {
  name: '${name}', ${description}, inputSchema: ${name}Schema,
  handler: (args: z.output<typeof ${name}Schema>) => ${body},
};`,
  },
  toolcrib: {
    imports: ["import { defineTool } from 'toolcrib';"],
    tool: ({ name, schema, body }) =>
      `export const ${name} = defineTool({ name: '${name}', ${description}, inputSchema: ${schema}, handler: (args) => ${body} });`,
  },
  'AI SDK': {
    imports: ["import { tool } from 'ai';"],
    tool: ({ name, schema, body }) =>
      `export const ${name} = tool({ ${description}, inputSchema: ${schema}, execute: async (args) => ${body} });`,
  },
  'OpenAI Agents': {
    imports: ["import { tool } from '@openai/agents';"],
    tool: ({ name, schema, body }) =>
      `export const ${name} = tool({ name: '${name}', ${description}, parameters: ${schema}, execute: async (args) => ${body} });`,
  },
  Mastra: {
    imports: ["import { createTool } from '@mastra/core/tools';"],
    tool: ({ name, schema, body }) =>
      `export const ${name} = createTool({ id: '${name}', ${description}, inputSchema: ${schema}, execute: async (args) => ${body} });`,
  },
  LangChain: {
    imports: ["import { tool } from '@langchain/core/tools';"],
    tool: ({ name, schema, body }) =>
      `export const ${name} = tool(async (args) => ${body}, { name: '${name}', ${description}, schema: ${schema} });`,
  },
  'MCP server': {
    imports: [
      "import { McpServer } from '@modelcontextprotocol/server';",
      "const server = new McpServer({ name: 'server', version: '1.0.0' });",
    ],
    tool: ({ name, schema, body }) =>
      `export const ${name} = server.registerTool('${name}', { ${description}, inputSchema: ${schema} }, async (args) => ({ content: [{ type: 'text' as const, text: ${body} }] }));`,
  },
};

export const programNames: readonly string[] = Object.keys(programs);

/** A TypeScript file with sixty tools of five fields. */
export function createProgram(programName: string): string {
  const program = programs[programName];
  if (program === undefined) throw new Error(`There is no program called "${programName}".`);
  const tools = Array.from({ length: TOOL_COUNT }, (_, index) => program.tool(createToolSource(index)));
  return ["import { z } from 'zod';", ...program.imports, ...tools, ''].join('\n');
}

function createToolSource(index: number): ToolSource {
  const schema = `z.object({
  city: z.string(),
  days: z.number().int().min(1).default(${index + 1}),
  unit: z.enum(['c', 'f']).nullable(),
  tags: z.array(z.string()),
  nested: z.object({ flag: z.boolean(), field${index}: z.string().nullable() }),
})`;
  return { name: `tool${index}`, schema, body: `args.city.repeat(args.days) + args.nested.field${index}` };
}
