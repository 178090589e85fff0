import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Grant } from '../../packages/server/src/auth/grant.ts';
import { operatorPrincipal } from '../../packages/server/src/auth/operator-principal.ts';
import type { Role } from '../../packages/server/src/auth/role.ts';
import { createRouter } from '../../packages/server/src/http/router.ts';
import { createAllRoutes } from '../../packages/server/src/routes/all-routes.ts';
import { createService } from '../../packages/server/src/service/create-service.ts';
import type { Service } from '../../packages/server/src/service/service.ts';
import type { ServiceOptions } from '../../packages/server/src/service/service-options.ts';
import { openServiceDatabase } from '../../packages/server/src/store/open-service-database.ts';
import { readEvents, type SentEvent } from './read-events.ts';

/** How a request is made. */
export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Somebody with a key. */
export interface KeyHolder {
  /** Of the key. */
  readonly id: string;
  /** Sends a request, with the key. */
  send(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** Sends one and reads JSON, which must be as the route declares it. */
  ask(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<{ readonly status: number; readonly body: JsonAnswer }>;
  /** Follows server-sent events. */
  follow(path: string, options?: RequestOptions): Promise<AsyncGenerator<SentEvent, void>>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
export type JsonAnswer = any;

/** A whole service on a database of its own. */
export interface ServiceWorld {
  readonly service: Service;
  /** Makes a key with roles in the tenant `default`, or other grants. */
  keyFor(role: Role | readonly Grant[]): Promise<KeyHolder>;
  /** Without a key. */
  send(method: string, path: string, options?: RequestOptions): Promise<Response>;
}

/** Starts a service on SQLite; it is closed when the test is over. */
export async function createServiceWorld(options: Partial<ServiceOptions> = {}): Promise<ServiceWorld> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
  const database = await openServiceDatabase({ dataFolder });
  const { fetch, service, close } = await createService({ database, hosts: ['*'], ...options });
  onTestFinished(async () => {
    await close();
    await database.close();
    await rm(dataFolder, { recursive: true });
  });
  const sendWith =
    (key: string | undefined): ServiceWorld['send'] =>
    async (method, path, { body, headers = {}, signal } = {}) => {
      const init: RequestInit = {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      };
      return await fetch(new Request(`http://localhost${path}`, init));
    };
  return {
    service,
    send: sendWith(undefined),
    keyFor: async (role) => {
      const grants = typeof role === 'string' ? [{ tenant: 'default', roles: [role], scopes: ['*'] }] : role;
      const { key, record } = await service.keys.create({ name: 'test', grants }, operatorPrincipal);
      const send = sendWith(key);
      return {
        id: record.id,
        send,
        ask: async (...request) => {
          const response = await send(...request);
          const answer = { status: response.status, body: await response.json() };
          checkAnswer(request[0], request[1], answer);
          return answer;
        },
        follow: async (path, { headers, ...rest } = {}) => {
          const accept = { accept: 'text/event-stream', ...headers };
          return readEvents(await send('GET', path, { ...rest, headers: accept }));
        },
      };
    },
  };
}

/** Errors have a form of their own; all other answers are as the table of routes says. */
function checkAnswer(
  method: string,
  path: string,
  { status, body }: { readonly status: number; readonly body: unknown },
): void {
  const match = createRouter(createAllRoutes({ searchModeFrom: 128 })).match(
    method,
    path.split('?')[0] ?? '',
  );
  if (status >= 400 || match.kind !== 'found') return;
  const declared = match.route.answers[status];
  if (declared === undefined || declared === null || typeof declared === 'string') {
    throw new Error(`${match.route.id} answers JSON with ${status}, which it does not declare.`);
  }
  declared.parse(body);
}
