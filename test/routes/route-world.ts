import { createToolRegistry, type Tool } from 'toolcrib';
import { createRuntime } from 'toolcrib/runtime';
import { openSqlite, sqliteSession, sqliteStore } from 'toolcrib/stores/sqlite';
import { createFakeClock, type FakeClock } from 'toolcrib/testing';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AuditDraft } from '../../packages/server/src/audit/audit-entry.ts';
import { ApiKeys } from '../../packages/server/src/auth/api-keys.ts';
import type { Grant } from '../../packages/server/src/auth/grant.ts';
import { operatorPrincipal } from '../../packages/server/src/auth/operator-principal.ts';
import type { Principal } from '../../packages/server/src/auth/principal.ts';
import { createSelfApproval } from '../../packages/server/src/auth/self-approval.ts';
import { createHandler } from '../../packages/server/src/http/create-handler.ts';
import type { Route } from '../../packages/server/src/http/route.ts';
import { createRouter } from '../../packages/server/src/http/router.ts';
import { silentLog } from '../../packages/server/src/operations/silent-log.ts';
import type { Service } from '../../packages/server/src/service/service.ts';
import { createServiceStore } from '../../packages/server/src/store/create-service-store.ts';
import { sqliteSchema } from '../../packages/server/src/store/service-schemas.ts';
import { sqliteDialect } from '../../packages/server/src/store/service-statements.ts';
import { createTenantRooms } from '../../packages/server/src/tenants/create-tenant-rooms.ts';
import { servicePolicy } from '../../packages/server/src/tenants/service-policy.ts';

/** How a request is made. */
export interface AskOptions {
  /** @default the operator */
  readonly as?: Principal;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON, or text if it is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose schema was checked already.
  readonly body: any;
}

/** A service that is only as large as some routes need it, over a real database in memory. */
export interface RouteWorld {
  readonly service: Service;
  readonly clock: FakeClock;
  /** What went to the audit log. */
  readonly audited: readonly AuditDraft[];
  /** Sends a request; what is answered must be as the route declares it. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
}

/** Somebody who holds these grants; by default in the tenant `default`. */
export function somebody(id: string, ...grants: readonly Partial<Grant>[]): Principal {
  return {
    id: `key:${id}`,
    kind: 'key',
    name: id,
    grants: grants.map((grant) => ({ tenant: 'default', roles: ['caller'], scopes: [], ...grant })),
    limits: {},
  };
}

/** Makes a world with the tenant `default`; it is closed when the test is over. */
export async function createRouteWorld(
  routes: readonly Route[],
  tools: readonly Tool[] = [],
): Promise<RouteWorld> {
  const clock = createFakeClock();
  const database = openSqlite(':memory:');
  const session = sqliteSession(database);
  await session.migrate(sqliteSchema);
  const store = createServiceStore(session, sqliteDialect);
  const policy = servicePolicy();
  const runtime = createRuntime({ resolver: createToolRegistry([]), clock, policy });
  const fail = (error: unknown) => {
    throw error;
  };
  const rooms = createTenantRooms({
    catalogs: sqliteStore(database, { clock }),
    store,
    tools,
    runtime,
    clock,
    onFault: fail,
  });
  const audited: AuditDraft[] = [];
  const append = async (draft: AuditDraft) => void audited.push(draft);
  // The parts that these routes do not use are left out.
  const service = {
    store,
    tenants: rooms,
    keys: new ApiKeys({ store, clock }),
    selfApproval: createSelfApproval({ store, isAllowed: false }),
    audit: { append, appendDenial: append, assertWritable: () => undefined },
    limiter: { takeRequest: () => undefined, acquire: () => () => undefined },
    metrics: { countRequest: () => undefined, countDenied: () => undefined },
    log: { ...silentLog, error: (_: string, error: unknown) => fail(error) },
    clock,
    randomId: () => 'request-1',
    hostTools: tools,
    publishTo: ['default'],
    isReady: () => true,
  } as unknown as Service;
  await store.insertTenant({
    name: 'default',
    title: 'Default',
    hasHostTools: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 'operator',
  });
  onTestFinished(async () => {
    await rooms.close();
    await runtime.close();
    session.flush();
    database.close();
  });
  const [handle, router] = [createHandler({ routes, service }), createRouter(routes)];
  const ask = async (method: string, path: string, options: AskOptions = {}): Promise<Answer> => {
    const { as: principal = operatorPrincipal, body, headers = {} } = options;
    const init = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const request = new Request(`http://localhost${path}`, init);
    const answer = await readAnswer(await handle(request, { principal }));
    if (answer.status >= 400) {
      problem.parse(answer.body);
      return answer;
    }
    const match = router.match(method, new URL(request.url).pathname);
    if (match.kind === 'found') checkAnswer(match.route, answer);
    return answer;
  };
  return { service, clock, audited, ask };
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') === true;
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}

const problem = z.looseObject({ code: z.string(), status: z.int(), detail: z.string() });

function checkAnswer({ id, answers }: Route, { status, headers, body }: Answer): void {
  if (status === 304) return;
  const declared = answers[status];
  if (declared === undefined) throw new Error(`${id} answers ${status}, which it does not declare.`);
  if (declared === null) {
    if (body !== '') throw new Error(`${id} answers something with ${status}.`);
  } else if (typeof declared === 'string') {
    if (!headers.get('content-type')?.startsWith(declared)) throw new Error(`${id} answers no ${declared}.`);
  } else {
    declared.parse(body);
  }
}
