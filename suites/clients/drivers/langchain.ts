import { headersFor, type ResourcePart, type TriedClient, toAnswer } from '../client.ts';
import { load } from '../runners/load.ts';
import { toolOf } from './tool-of.ts';

/** What is used of `@langchain/mcp-adapters`. */
interface LangChainModule {
  readonly MultiServerMCPClient: new (
    config: object,
  ) => {
    getTools(): Promise<readonly LangChainTool[]>;
    readResource(server: string, uri: string): Promise<readonly ResourcePart[]>;
    close(): Promise<void>;
  };
}
interface LangChainTool {
  readonly name: string;
  invoke(call: object, config: object): Promise<ToolMessage>;
}
/** What an agent of LangChain gets of a call. */
interface ToolMessage {
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
  readonly artifact?: readonly { readonly type: string; readonly data?: unknown }[];
}

/** The MCP adapters of LangChain. Tools are called as an agent calls them. */
export const langChain: TriedClient = {
  name: 'LangChain',
  package: '@langchain/mcp-adapters',
  async connect(service) {
    const { MultiServerMCPClient } = await load<LangChainModule>('@langchain/mcp-adapters');
    const listeners = new Set<() => void>();
    const following = new Set<(progress: unknown) => void>();
    const client = new MultiServerMCPClient({
      mcpServers: { toolcrib: { transport: 'http', url: service.url, headers: headersFor(service) } },
      onProgress: (progress: unknown) => {
        for (const follow of following) follow(progress);
      },
      onToolsListChanged: () => {
        for (const listener of listeners) listener();
      },
    });
    const tools = Object.fromEntries((await client.getTools()).map((tool) => [tool.name, tool]));
    return {
      listTools: async () => (await client.getTools()).map(({ name }) => name),
      callTool: async (name, args, { signal, onProgress } = {}) => {
        if (onProgress) following.add(onProgress);
        const call = async () =>
          await toolOf(tools, name).invoke({ type: 'tool_call', id: 'call-1', name, args }, { signal });
        const answer = await toAnswer(call(), readMessage);
        if (onProgress) following.delete(onProgress);
        return answer;
      },
      readResource: (uri) => client.readResource('toolcrib', uri),
      onListChanged: (listener) => {
        listeners.add(listener);
      },
      close: () => client.close(),
    };
  },
};

function readMessage({ content, artifact = [] }: ToolMessage) {
  const texts = typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? []);
  const structured = artifact.find(({ type }) => type === 'mcp_structured_content')?.data;
  return { isError: false, text: texts.join('\n'), ...(structured !== undefined && { structured }) };
}
