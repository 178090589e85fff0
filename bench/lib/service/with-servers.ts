import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { FLOOR_ANSWERS, type FloorAnswers } from './floor-answers.ts';
import { type HttpRequest, type McpEra, type McpMessage, toInitialize, toRequest } from './mcp-message.ts';
import { sendMessage } from './send-message.ts';
import { type BenchServer, type ServerKind, startServer } from './start-server.ts';

/** Somebody who answers messages. */
export interface Contestant {
  readonly name: string;
  readonly server: BenchServer;
  /** Which revisions it speaks. */
  readonly eras: readonly McpEra[];
  /** The message as this server wants it. */
  request(message: McpMessage): HttpRequest;
}

export interface Contestants {
  readonly floor: Contestant;
  readonly ours: Contestant;
  readonly peers: readonly Contestant[];
}

export interface WithServersOptions {
  readonly count: number;
  /** @default false */
  readonly withPeers?: boolean;
}

/** Our tools are all listed, however many there are. */
const OUR_PATH = '/mcp/default?mode=full';

/** Starts servers that have as many tools, and ends them afterwards. */
export async function withServers<Value>(
  { count, withPeers = false }: WithServersOptions,
  use: (contestants: Contestants) => Promise<Value>,
): Promise<Value> {
  return await withTempFolder(async (root) => {
    const started: BenchServer[] = [];
    const start = async (kind: ServerKind, files: Readonly<Record<string, string>> = {}) => {
      const folder = join(root, kind);
      await mkdir(folder);
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      const server = await startServer({ kind, count, folder });
      started.push(server);
      return server;
    };
    try {
      const ours = await createOurs(await start('ours'));
      const answers = JSON.stringify(await readAnswers(ours));
      const floor = createStateless('floor', await start('floor', { [FLOOR_ANSWERS]: answers }));
      const peers = withPeers ? await createPeers(start) : [];
      return await use({ floor, ours, peers });
    } finally {
      for (const server of started) await server.stop();
    }
  });
}

function createOurs(server: BenchServer): Contestant {
  const request = (message: McpMessage) => toRequest(message, { path: OUR_PATH, key: server.agentKey });
  return { name: 'ours', server, eras: ['modern', 'legacy'], request };
}

function createStateless(
  name: string,
  server: BenchServer,
  eras: readonly McpEra[] = ['modern', 'legacy'],
): Contestant {
  return { name, server, eras, request: (message) => toRequest(message, { path: '/' }) };
}

async function createPeers(start: (kind: ServerKind) => Promise<BenchServer>): Promise<Contestant[]> {
  const v1 = await start('sdk-v1');
  const { sessionId } = await sendMessage(v1.port, toInitialize({ path: '/session' }));
  return [
    {
      name: 'SDK v1, one session',
      server: v1,
      eras: ['legacy'],
      request: (message) => toRequest(message, { path: '/session', sessionId }),
    },
    createStateless('SDK v1, stateless', v1, ['legacy']),
    createStateless('SDK v2', await start('sdk-v2')),
  ];
}

async function readAnswers({ server, request }: Contestant): Promise<FloorAnswers> {
  const read = async (era: McpEra) => {
    const list = await sendMessage(server.port, request({ era }));
    const call = await sendMessage(server.port, request({ era, tool: 0 }));
    return { list: JSON.stringify(list.result), callResult: call.result };
  };
  return { modern: await read('modern'), legacy: await read('legacy') };
}
