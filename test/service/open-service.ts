import type { SearchableLedger } from 'toolcrib/runtime';
import { onTestFinished } from 'vitest';
import type { Grant } from '../../packages/server/src/auth/grant.ts';
import type { KeyLimits } from '../../packages/server/src/auth/key-limits.ts';
import { operatorPrincipal } from '../../packages/server/src/auth/operator-principal.ts';
import type { Principal } from '../../packages/server/src/auth/principal.ts';
import { silentLog } from '../../packages/server/src/operations/silent-log.ts';
import { createService, type RunningService } from '../../packages/server/src/service/create-service.ts';
import type { ServiceOptions } from '../../packages/server/src/service/service-options.ts';
import { openServiceDatabase } from '../../packages/server/src/store/open-service-database.ts';
import type { ServiceDatabase } from '../../packages/server/src/store/service-database.ts';

/** What a service of a test is made of: everything that a service can be given, and where it keeps it. */
export interface TestServiceOptions extends Omit<ServiceOptions, 'database'> {
  /**
   * `sqlite` for one in memory, the URL of PostgreSQL, the path of a folder, or a database that is open already: then it
   * stays its owner's, so that two services can share it.
   * @default 'sqlite'
   */
  readonly database?: 'sqlite' | (string & {}) | ServiceDatabase | undefined;
  /** Who closes it: the end of the test, or whoever has opened it, as in `beforeAll`. @default 'test' */
  readonly closedBy?: 'test' | 'owner' | undefined;
}

/** How a request is made. */
export interface AskOptions {
  /** The text of an API key. */
  readonly key?: string | undefined;
  /** Without a key. @default the operator, if there is no key either; `null` for nobody */
  readonly as?: Principal | null | undefined;
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Where it comes from. @default that is not known */
  readonly remoteAddress?: string | undefined;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What the text is as JSON; undefined if it is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  readonly body: any;
}

/** What a key is to hold. */
export interface MakeKeyOptions {
  readonly name?: string | undefined;
  readonly limits?: KeyLimits | undefined;
  readonly expiresAt?: string | null | undefined;
}

/** The whole service, over a real database. */
export interface TestService extends RunningService {
  readonly database: ServiceDatabase;
  /** What went wrong that no request was told of. A test may want it to be empty. */
  readonly faults: readonly unknown[];
  /** Sends a request to the handler and reads its answer to the end. For streams use `fetch`. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  /** Creates a tenant; nothing is published there unless wanted. */
  makeTenant(name: string, options?: { readonly publishTools?: boolean }): Promise<void>;
  /** Makes a key, granted by the operator. Roles are `caller`, scopes none, the tenant `default` if not given. */
  makeKey(
    grants: Partial<Grant> | readonly Partial<Grant>[],
    options?: MakeKeyOptions,
  ): Promise<{ readonly key: string; readonly id: string }>;
}

/** The address under which requests of tests are made. */
export const TEST_ORIGIN = 'http://localhost';

/** Starts a service as a process would, but for listening. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { database: place = 'sqlite', closedBy = 'test', ...rest } = options;
  const faults: unknown[] = [];
  const log = rest.log ?? {
    ...silentLog,
    error: (_: string, error: unknown) => void faults.push(error),
  };
  const database = await openDatabase(place, { clock: rest.clock, faults });
  const running = await startOn(database, { ...rest, log }, place);
  const close = once(async () => {
    await running.close();
    if (typeof place === 'string') await database.close();
  });
  if (closedBy === 'test') onTestFinished(close);
  const ask: TestService['ask'] = async (method, path, how = {}) => {
    const principal = how.as === undefined && how.key === undefined ? operatorPrincipal : how.as;
    return await readAnswer(
      await running.fetch(toRequest(method, path, how), {
        ...(principal && { principal }),
        remoteAddress: how.remoteAddress,
      }),
    );
  };
  return {
    ...running,
    ...{ database, faults, close, ask },
    async makeTenant(name, { publishTools = false } = {}) {
      if (!publishTools) {
        const made = { createdAt: '2026-01-01T00:00:00.000Z', createdBy: operatorPrincipal.id };
        await database.store.insertTenant({ name, title: name, hasHostTools: true, ...made });
        return;
      }
      const { status, text } = await ask('POST', '/v1/tenants', { body: { name, hostTools: true } });
      if (status !== 201) throw new Error(`There is no tenant ${name}: ${text}`);
    },
    async makeKey(grants, { name = 'a key of a test', limits, expiresAt } = {}) {
      const order = { name, grants: [grants].flat().map(toGrant), limits, expiresAt };
      const { key, record } = await running.service.keys.create(order, operatorPrincipal);
      return { key, id: record.id };
    },
  };
}

/** A request as a client would make it. */
export function toRequest(method: string, path: string, how: AskOptions = {}): Request {
  const { key, body, headers = {}, signal } = how;
  return new Request(`${TEST_ORIGIN}${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
}

/** A grant with what was left out. */
function toGrant(grant: Partial<Grant>): Grant {
  return { tenant: 'default', roles: ['caller'], scopes: [], ...grant };
}

async function openDatabase(
  place: string | ServiceDatabase,
  { clock, faults }: { readonly clock: ServiceOptions['clock']; readonly faults: unknown[] },
): Promise<ServiceDatabase> {
  if (typeof place !== 'string') return place;
  const onFault = (error: unknown) => void faults.push(error);
  const isUrl = /^postgres(?:ql)?:/.test(place);
  const where = isUrl ? { databaseUrl: place } : { dataFolder: place === 'sqlite' ? ':memory:' : place };
  const database = await openServiceDatabase(where, { clock, onFault });
  return place === 'sqlite' ? { ...database, ledger: asDurable(database.ledger) } : database;
}

/**
 * A ledger in memory that counts as one on a disk: calls go the way that they go with a file, other services on the same
 * database find them, and the end of a service does not wait for those at a gate.
 */
export function asDurable(ledger: SearchableLedger): SearchableLedger {
  return {
    isDurable: true,
    insert: (entry) => ledger.insert(entry),
    replace: (entry) => ledger.replace(entry),
    get: (id) => ledger.get(id),
    find: (query) => ledger.find(query),
    findSummaries: (query) => ledger.findSummaries(query),
    prune: (before) => ledger.prune(before),
    search: (search) => ledger.search(search),
    countWaiting: () => ledger.countWaiting(),
  };
}

async function startOn(
  database: ServiceDatabase,
  options: Omit<ServiceOptions, 'database'>,
  place: string | ServiceDatabase,
): Promise<RunningService> {
  try {
    return await createService({ ...options, database });
  } catch (error) {
    if (typeof place === 'string') await database.close();
    throw error;
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /^application\/(?:[a-z]+\+)?json\b/.test(headers.get('content-type') ?? '');
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}

function once(run: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= run();
    return done;
  };
}
