import {
  headersFor,
  type McpResult,
  type ResourcePart,
  readResult,
  type TriedClient,
  toAnswer,
} from '../client.ts';
import { load } from '../runners/load.ts';
import { toolOf } from './tool-of.ts';

/** What is used of `@ai-sdk/mcp`. */
interface AiSdkModule {
  createMCPClient(options: object): Promise<{
    tools(): Promise<Readonly<Record<string, AiSdkTool>>>;
    readResource(args: { uri: string }): Promise<{ readonly contents: readonly ResourcePart[] }>;
    close(): Promise<void>;
  }>;
}
interface AiSdkTool {
  execute(args: object, options: object): Promise<McpResult>;
}

/** The MCP client of the AI SDK. Tools are called as `generateText` calls them. */
export const aiSdk: TriedClient = {
  name: 'AI SDK',
  package: '@ai-sdk/mcp',
  async connect(service) {
    const { createMCPClient } = await load<AiSdkModule>('@ai-sdk/mcp');
    const transport = { type: 'http', url: service.url, headers: headersFor(service) };
    const client = await createMCPClient({ transport });
    const tools = await client.tools();
    return {
      listTools: async () => Object.keys(await client.tools()),
      callTool: (name, args, { signal } = {}) => {
        const options = { toolCallId: 'call-1', messages: [], ...(signal && { abortSignal: signal }) };
        const call = async () => await toolOf(tools, name).execute(args, options);
        return toAnswer(call(), readResult);
      },
      readResource: async (uri) => (await client.readResource({ uri })).contents,
      close: () => client.close(),
    };
  },
};
