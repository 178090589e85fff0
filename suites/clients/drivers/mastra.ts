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

/** What is used of `@mastra/mcp`. */
interface MastraModule {
  readonly MCPClient: new (
    options: object,
  ) => {
    listToolsets(): Promise<Readonly<Record<string, Readonly<Record<string, MastraTool>>>>>;
    readonly progress: { onUpdate(server: string, handler: (progress: unknown) => void): Promise<void> };
    readonly tools: { onListChanged(server: string, handler: () => void): Promise<void> };
    readonly resources: {
      read(server: string, uri: string): Promise<{ readonly contents: readonly ResourcePart[] }>;
    };
    disconnect(): Promise<void>;
  };
  getMcpCallToolContent(output: unknown): unknown;
}
interface MastraTool {
  execute(args: object, context: object): Promise<unknown>;
}

/** The MCP client of Mastra. Tools are called as an agent calls them. */
export const mastra: TriedClient = {
  name: 'Mastra',
  package: '@mastra/mcp',
  async connect(service) {
    const { MCPClient } = await load<MastraModule>('@mastra/mcp');
    const listeners = new Set<() => void>();
    const following = new Set<(progress: unknown) => void>();
    const requestInit = { headers: headersFor(service) };
    const client = new MCPClient({
      id: service.url,
      servers: { toolcrib: { url: new URL(service.url), requestInit, enableProgressTracking: true } },
    });
    const listTools = async () => (await client.listToolsets()).toolcrib ?? {};
    const tools = await listTools();
    await client.progress.onUpdate('toolcrib', (progress) => {
      for (const follow of following) follow(progress);
    });
    await client.tools.onListChanged('toolcrib', () => {
      for (const listener of listeners) listener();
    });
    return {
      listTools: async () => Object.keys(await listTools()),
      callTool: async (name, args, { signal, onProgress } = {}) => {
        if (onProgress) following.add(onProgress);
        const call = async () =>
          await toolOf(tools, name).execute(args, { ...(signal && { abortSignal: signal }) });
        const answer = await toAnswer(call(), readOutput);
        if (onProgress) following.delete(onProgress);
        return answer;
      },
      readResource: async (uri) => (await client.resources.read('toolcrib', uri)).contents,
      onListChanged: (listener) => {
        listeners.add(listener);
      },
      close: () => client.disconnect(),
    };
  },
};

/** A result without structured content as it came, structured content alone, or what Mastra itself says is wrong. */
function readOutput(output: unknown) {
  const { content, error, message } = Object(output) as McpResult & { error?: unknown; message?: unknown };
  if (error === true) return { isError: true, text: String(message) };
  if (Array.isArray(content)) return readResult(Object(output) as McpResult);
  return { isError: false, text: JSON.stringify(output), structured: output };
}
