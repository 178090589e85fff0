import { headersFor, type ResourcePart, type TriedClient, toAnswer } from '../client.ts';
import { load } from '../runners/load.ts';
import { toolOf } from './tool-of.ts';

/** What is used of `@openai/agents`. */
interface AgentsModule {
  readonly MCPServerStreamableHttp: new (
    options: object,
  ) => {
    connect(): Promise<void>;
    readResource(uri: string): Promise<{ readonly contents: readonly ResourcePart[] }>;
    close(): Promise<void>;
  };
  readonly RunContext: new () => object;
  getAllMcpTools(options: object): Promise<readonly AgentsTool[]>;
}
interface AgentsTool {
  readonly name: string;
  invoke(context: object, args: string, details: object): Promise<unknown>;
}
type Part = { readonly text?: string };

/** The MCP client of the OpenAI Agents SDK. Tools are called as a runner calls them. */
export const openAiAgents: TriedClient = {
  name: 'OpenAI Agents',
  package: '@openai/agents',
  async connect(service) {
    const { MCPServerStreamableHttp, RunContext, getAllMcpTools } =
      await load<AgentsModule>('@openai/agents');
    const requestInit = { headers: headersFor(service) };
    const server = new MCPServerStreamableHttp({ url: service.url, name: 'toolcrib', requestInit });
    await server.connect();
    const listTools = () => getAllMcpTools({ mcpServers: [server], runContext: new RunContext() });
    const tools = Object.fromEntries((await listTools()).map((tool) => [tool.name, tool]));
    return {
      listTools: async () => (await listTools()).map(({ name }) => name),
      callTool: (name, args, { signal } = {}) => {
        const call = async () =>
          await toolOf(tools, name).invoke(new RunContext(), JSON.stringify(args), {
            ...(signal && { signal }),
          });
        return toAnswer(call(), readOutput);
      },
      readResource: async (uri) => (await server.readResource(uri)).contents,
      close: () => server.close(),
    };
  },
};

/** What its model reads: parts, or a text. Errors are texts like others. */
function readOutput(output: unknown) {
  const parts: readonly Part[] = Array.isArray(output) ? output : [Object(output) as Part];
  const text = typeof output === 'string' ? output : parts.flatMap((part) => part.text ?? []).join('\n');
  return { isError: undefined, text };
}
