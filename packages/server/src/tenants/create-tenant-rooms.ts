import { ConfigError, type Tool, ToolcribError } from 'toolcrib';
import { type CatalogStore, openCatalog, type SpecChecks, type ToolRegistrySnapshot } from 'toolcrib/catalog';
import type { Clock, Runtime } from 'toolcrib/runtime';
import { RecentMap } from '../auth/recent-map.ts';
import type { ServiceStore, TenantRecord } from '../store/service-store.ts';
import { type OpenRoom, openRoom, type RoomParts } from './open-room.ts';
import type { TenantRoom, TenantRooms } from './tenant-room.ts';

/** What tenants are opened with. */
export interface TenantRoomsOptions {
  readonly catalogs: CatalogStore;
  readonly store: Pick<ServiceStore, 'getTenant'>;
  /** The code of this process, each name once. Only tenants whose records say so have it. */
  readonly tools: readonly Tool[];
  /** The service's one runtime; what tools it has itself plays no part. */
  readonly runtime: Runtime;
  /** What takes long about definitions is answered by; at once if there is none. */
  readonly checksFor?: ((tenant: string) => SpecChecks) | undefined;
  readonly clock: Clock;
  /** Told that a tenant was removed which is open here, once it is closed. Must not throw. @default nothing */
  readonly onRemoved?: ((tenant: string) => void) | undefined;
  /** Told of what nobody waits for, such as a catalogue that cannot be followed. Must not throw. */
  readonly onFault: (error: unknown) => void;
}

/** How old may be what is known of a tenant, as of a key. */
const MAX_AGE_MS = 1_000;

const MAX_REMEMBERED = 10_000;

/** A catalogue without anything. */
const NOTHING = Object.freeze({
  snapshotVersion: 1,
  tools: Object.freeze([]),
  quarantinedNames: Object.freeze([]),
  documents: Object.freeze([]),
} as const satisfies ToolRegistrySnapshot);

/** As the catalogue has it; what is no such name is not looked for. */
const TENANT_NAME = /^[\w.-]{1,64}$/;

/**
 * Makes the rooms of a service. A tenant is opened once, however many ask for it at the same time; one that could not be
 * opened is tried again by whoever asks next.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` when two tools share a name.
 */
export function createTenantRooms(options: TenantRoomsOptions): TenantRooms {
  return new Rooms(options);
}

/** What is known of a tenant, and since when. */
interface Look {
  readonly at: number;
  readonly record: Promise<TenantRecord | undefined>;
}

class Rooms implements TenantRooms {
  readonly #options: Pick<TenantRoomsOptions, 'store' | 'onRemoved'>;
  readonly #parts: RoomParts;
  readonly #opening = new Map<string, Promise<OpenRoom>>();
  readonly #open = new Map<string, OpenRoom>();
  readonly #looks = new RecentMap<string, Look>(MAX_REMEMBERED);
  /** Tenants that are looked at once everybody has heard of a change. */
  readonly #lookingAgain = new Set<string>();
  #isClosed = false;

  constructor({ tools, ...parts }: TenantRoomsOptions) {
    this.#options = parts;
    this.#parts = { ...parts, tools: byName(tools) };
  }

  async open(tenant: string): Promise<TenantRoom> {
    // What still runs at the end needs its tenant, and nothing else.
    if (!this.#isClosed) await this.confirm(tenant);
    const open = this.#open.get(tenant);
    if (open !== undefined) return open;
    if (this.#isClosed) throw shuttingDown();
    const known = this.#opening.get(tenant);
    if (known !== undefined) return await known;
    const opening = this.#openRoom(tenant);
    this.#opening.set(tenant, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(tenant);
    }
  }

  async confirm(tenant: string): Promise<void> {
    await this.#find(tenant);
  }

  async refresh(tenant: string): Promise<void> {
    this.#looks.delete(tenant);
    await this.#look(tenant);
  }

  async clear(tenant: string, { by }: { readonly by: string }): Promise<void> {
    const { catalogs, clock, onFault } = this.#parts;
    const catalog = await openCatalog(catalogs, { tenant, clock, onFault });
    try {
      await catalog.restore(NOTHING, { by, reason: 'The tenant was removed.' });
    } finally {
      catalog.close();
    }
  }

  async useBriefly<Result>(tenant: string, work: (room: TenantRoom) => Promise<Result>): Promise<Result> {
    if (this.#open.has(tenant) || this.#opening.has(tenant)) return await work(await this.open(tenant));
    if (this.#isClosed) throw shuttingDown();
    const room = await openRoom(this.#parts, await this.#find(tenant));
    try {
      return await work(room);
    } finally {
      room.close();
    }
  }

  opened(): readonly TenantRoom[] {
    return [...this.#open.values()];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Those that are being opened are among the open ones then.
    await Promise.allSettled(this.#opening.values());
    for (const room of this.#open.values()) room.close();
  }

  async #openRoom(tenant: string): Promise<OpenRoom> {
    const room = await openRoom(this.#parts, await this.#find(tenant));
    this.#open.set(tenant, room);
    room.catalog.subscribe(({ type }) => {
      // What the removal of a tenant takes out of its catalogue, in a process that may not be asked for the tenant again.
      if (type === 'tool-removed' || type === 'document-restored') this.#lookAgain(tenant);
    });
    return room;
  }

  async #find(tenant: string): Promise<TenantRecord> {
    const record = TENANT_NAME.test(tenant) ? await this.#look(tenant) : undefined;
    if (record === undefined) throw tenantNotFound(tenant);
    return record;
  }

  #look(tenant: string): Promise<TenantRecord | undefined> {
    const at = this.#parts.clock.elapsed();
    const last = this.#looks.get(tenant);
    if (last !== undefined && at - last.at < MAX_AGE_MS) return last.record;
    const look = { at, record: this.#load(tenant) };
    this.#looks.set(tenant, look);
    // Failures and tenants that there are not are not remembered; the latter would push out those that there are.
    const forget = () => {
      if (this.#looks.get(tenant) === look) this.#looks.delete(tenant);
    };
    look.record.then((record) => record ?? forget(), forget);
    return look.record;
  }

  async #load(tenant: string): Promise<TenantRecord | undefined> {
    const record = await this.#options.store.getTenant(tenant);
    const room = this.#open.get(tenant);
    if (room === undefined) return record;
    if (record !== undefined) room.allowTools(record.hasHostTools);
    else {
      this.#open.delete(tenant);
      room.close();
      this.#options.onRemoved?.(tenant);
    }
    return record;
  }

  /** Once for all events of a change, which are told one right after another. */
  #lookAgain(tenant: string): void {
    if (this.#lookingAgain.has(tenant)) return;
    this.#lookingAgain.add(tenant);
    queueMicrotask(() => {
      this.#lookingAgain.delete(tenant);
      if (!this.#isClosed) this.refresh(tenant).catch(this.#parts.onFault);
    });
  }
}

function shuttingDown(): ToolcribError {
  return new ToolcribError('E_RUNTIME_CLOSED', 'The service is shutting down.');
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const found = new Map<string, Tool>();
  for (const tool of tools) {
    if (found.has(tool.name)) {
      throw new ConfigError('E_TOOL_ALREADY_REGISTERED', `There are two tools named "${tool.name}".`, {
        context: { toolName: tool.name },
      });
    }
    found.set(tool.name, tool);
  }
  return found;
}

function tenantNotFound(tenant: string): ToolcribError {
  return new ToolcribError(
    'E_TENANT_NOT_FOUND',
    `There is no tenant ${JSON.stringify(tenant.slice(0, 64))}.`,
    {
      context: { tenant: tenant.slice(0, 64) },
    },
  );
}
