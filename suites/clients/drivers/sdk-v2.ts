import {
  type Answer,
  type ConnectedClient,
  headersFor,
  info,
  type McpResult,
  readResult,
  type TriedClient,
  toAnswer,
} from '../client.ts';
import { load } from '../runners/load.ts';
import type { TriedService } from '../service/start-service.ts';
import { createListeners } from './listeners.ts';

type ClientModule = typeof import('@modelcontextprotocol/client');

type V2Client = InstanceType<ClientModule['Client']>;

/** What is used of `@modelcontextprotocol/ext-tasks`. */
interface TasksModule {
  createTaskSessionFromClient(client: V2Client, options: object): TaskSession;
  resultFromTaskOutcome(outcome: unknown): McpResult;
}
interface TaskSession {
  callTool(
    name: string,
    args: object,
  ): Promise<{ readonly kind: 'immediate' | 'task'; settle(): Promise<{ readonly outcome: unknown }> }>;
  close(): Promise<void>;
}
interface TaskRequest {
  readonly method: string;
  readonly params: { readonly name?: string; readonly taskId?: string };
}

const REVISION = '2026-07-28';
const v2 = '@modelcontextprotocol/client';

/** `@modelcontextprotocol/client` as it is, which speaks 2025-11-25. */
export const sdkV2: TriedClient = {
  name: 'SDK v2',
  package: v2,
  connect: (service) => connectV2(service, 'legacy'),
};

/** The same, asked to negotiate, which speaks 2026-07-28. */
export const sdkV2Auto: TriedClient = {
  name: 'SDK v2 auto',
  package: v2,
  connect: (service) => connectV2(service, 'auto'),
};

async function connectV2(service: TriedService, mode: 'legacy' | 'auto'): Promise<ConnectedClient> {
  const { Client, StreamableHTTPClientTransport } = await load<ClientModule>(v2);
  const { listChanged, onListChanged } = createListeners();
  const client = new Client(info, { listChanged, ...(mode === 'auto' && { versionNegotiation: { mode } }) });
  const requestInit = { headers: headersFor(service) };
  await client.connect(new StreamableHTTPClientTransport(new URL(service.url), { requestInit }));
  if (mode === 'auto' && client.getNegotiatedProtocolVersion() !== REVISION)
    throw new Error(`It does not speak ${REVISION}.`);
  await client.listTools();
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    callTool: (name, args, { signal, onProgress } = {}) => {
      const options = { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) };
      return toAnswer(client.callTool({ name, arguments: { ...args } }, options), readResult);
    },
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    onListChanged,
    ...(mode === 'auto' && { callAsTask: (name, args) => callAsTask({ client, service }, name, args) }),
    close: () => client.close(),
  };
}

/**
 * As the package for tasks says: the SDK itself refuses tasks as results, so requests that may be answered with one are sent
 * beside it.
 */
async function callAsTask(
  { client, service }: { readonly client: V2Client; readonly service: TriedService },
  name: string,
  args: object,
): Promise<Answer> {
  const { createTaskSessionFromClient, resultFromTaskOutcome } = await load<TasksModule>(
    '@modelcontextprotocol/ext-tasks/client',
  );
  const session = createTaskSessionFromClient(client, {
    endpointId: 'toolcrib',
    rawDispatch: (request: TaskRequest) => dispatch(service, request),
    v2RequestFraming: { protocolVersion: REVISION, clientInfo: info, clientCapabilities: {} },
  });
  try {
    const execution = await session.callTool(name, args);
    if (execution.kind !== 'task') throw new Error('The call is no task.');
    const { outcome } = await execution.settle();
    return await toAnswer(Promise.resolve(resultFromTaskOutcome(outcome)), readResult);
  } finally {
    await session.close();
  }
}

async function dispatch({ url, key }: TriedService, request: TaskRequest): Promise<object> {
  const { method, params } = request;
  const target = params.name ?? params.taskId;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headersFor({ key }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(target !== undefined && { 'mcp-name': target }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  });
  const text = await response.text();
  // An answer may be a stream, whose last event is the response.
  const [json = text] = text.match(/(?<=^data: ).*$/gm)?.slice(-1) ?? [];
  const { result, error } = JSON.parse(json) as {
    readonly result?: object;
    readonly error?: object;
  };
  return error === undefined ? { kind: 'result', result } : { kind: 'error', error };
}
