import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { operatorPrincipal } from '../../../packages/server/src/auth/operator-principal.ts';
import type { Role } from '../../../packages/server/src/auth/role.ts';
import { listen } from '../../../packages/server/src/node/listen.ts';
import { createService } from '../../../packages/server/src/service/create-service.ts';
import { openServiceDatabase } from '../../../packages/server/src/store/open-service-database.ts';
import { createClientTools, type Waiting } from './tools.ts';

/** The service that clients are tried on, on loopback. */
export interface TriedService {
  /** Of the MCP endpoint. */
  readonly url: string;
  /** Of a key that may call everything and approve nothing. */
  readonly key: string;
  /** The revision of the protocol of the last request to the MCP endpoint. */
  lastRevision(): string;
  /** What went wrong inside, which no client is told. */
  readonly faults: unknown[];
  /** The next call of `wait`. */
  nextWait(): Waiting;
  /** Approves the one call that waits for it, or will in a moment, over HTTP and with a key of another person. */
  approveNext(): Promise<void>;
  setEnabled(tool: string, isEnabled: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts the real service, as `toolcrib serve` does, on a database in a temporary folder. */
export async function startService(): Promise<TriedService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'toolcrib-clients-'));
  const database = await openServiceDatabase({ dataFolder });
  const { tools, nextWait } = createClientTools();
  const running = await createService({ database, tools });
  const faults: unknown[] = [];
  let revision = 'none';
  const handler: typeof running.fetch = (request, info) => {
    revision = request.headers.get('mcp-protocol-version') ?? revision;
    return running.fetch(request, info);
  };
  const server = await listen({ port: 0, handler, onFault: (error) => faults.push(error) });
  const createKey = async (role: Role) => {
    const grants = [{ tenant: 'default', roles: [role], scopes: ['*'] }];
    return (await running.service.keys.create({ name: role, grants }, operatorPrincipal)).key;
  };
  const [key, approver, admin] = [
    await createKey('caller'),
    await createKey('approver'),
    await createKey('admin'),
  ];
  const ask = async (bearer: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${server.url}/v1/tenants/default/${path}`, {
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${path} is answered with ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  return {
    url: `${server.url}/mcp/default`,
    key,
    lastRevision: () => revision,
    faults,
    nextWait,
    approveNext: async () => {
      const { id, toolDigest, contentDigest } = await findGate(() => ask(approver, 'gates'));
      await ask(approver, `gates/${id}/settle`, { decision: 'approve', toolDigest, contentDigest });
    },
    setEnabled: async (tool, isEnabled) => {
      await ask(admin, `catalog/tools/${tool}/${isEnabled ? 'enable' : 'disable'}`, {});
    },
    close: async () => {
      await running.drain();
      await server.close(1_000);
      await running.close();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

interface Gate {
  readonly id: string;
  readonly toolDigest: string;
  readonly contentDigest: string;
}

/** @throws Error if no gate opens within some seconds. */
async function findGate(listGates: () => Promise<unknown>): Promise<Gate> {
  for (let attempt = 0; attempt < 80; attempt++) {
    const { items } = (await listGates()) as { readonly items: readonly Gate[] };
    if (items[0] !== undefined) return items[0];
    await delay(100);
  }
  throw new Error('No call waits for approval.');
}
