import {
  type ConnectedClient,
  headersFor,
  info,
  type McpResult,
  readResult,
  type TriedClient,
  toAnswer,
} from '../client.ts';
import { load } from '../runners/load.ts';
import { createListeners } from './listeners.ts';

type ClientModule = typeof import('@modelcontextprotocol/sdk/client/index.js');
type HttpModule = typeof import('@modelcontextprotocol/sdk/client/streamableHttp.js');
type V1Client = InstanceType<ClientModule['Client']>;
type V1Transport = Parameters<V1Client['connect']>[0];

/** `@modelcontextprotocol/sdk`, the client of most programs that are there. */
export const sdkV1: TriedClient = {
  name: 'SDK v1',
  package: '@modelcontextprotocol/sdk',
  async connect(service) {
    const { StreamableHTTPClientTransport } = await load<HttpModule>(
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
    );
    const requestInit = { headers: headersFor(service) };
    return await connectV1(new StreamableHTTPClientTransport(new URL(service.url), { requestInit }));
  },
};

/** The client of SDK v1 on a transport. */
export async function connectV1(transport: V1Transport): Promise<ConnectedClient> {
  const { Client } = await load<ClientModule>('@modelcontextprotocol/sdk/client/index.js');
  const { listChanged, onListChanged } = createListeners();
  const client = new Client(info, { listChanged });
  await client.connect(transport);
  await client.listTools();
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    callTool: (name, args, { signal, onProgress } = {}) => {
      const options = { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) };
      const call = client.callTool({ name, arguments: { ...args } }, undefined, options);
      // The other form of its results is of servers of 2024.
      return toAnswer(call, (result) => readResult(result as McpResult));
    },
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    onListChanged,
    close: () => client.close(),
  };
}
