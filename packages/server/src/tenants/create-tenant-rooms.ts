import { ConfigError, type Tool, ToolcribError } from 'toolcrib';
import type { CatalogStore, SpecChecks } from 'toolcrib/catalog';
import type { Clock, Runtime } from 'toolcrib/runtime';
import type { ServiceStore } from '../store/service-store.ts';
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
  /** Told of what nobody waits for, such as a catalogue that cannot be followed. Must not throw. */
  readonly onFault: (error: unknown) => void;
}

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

class Rooms implements TenantRooms {
  readonly #store: Pick<ServiceStore, 'getTenant'>;
  readonly #parts: RoomParts;
  readonly #opening = new Map<string, Promise<OpenRoom>>();
  readonly #open = new Map<string, OpenRoom>();
  #isClosed = false;

  constructor({ store, tools, ...parts }: TenantRoomsOptions) {
    this.#store = store;
    this.#parts = { ...parts, tools: byName(tools) };
  }

  async open(tenant: string): Promise<TenantRoom> {
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

  async useBriefly<Result>(tenant: string, work: (room: TenantRoom) => Promise<Result>): Promise<Result> {
    if (this.#open.has(tenant) || this.#opening.has(tenant)) return await work(await this.open(tenant));
    if (this.#isClosed) throw shuttingDown();
    const room = await this.#load(tenant);
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
    const room = await this.#load(tenant);
    this.#open.set(tenant, room);
    return room;
  }

  async #load(tenant: string): Promise<OpenRoom> {
    const record = TENANT_NAME.test(tenant) ? await this.#store.getTenant(tenant) : undefined;
    if (record === undefined) throw tenantNotFound(tenant);
    const parts = record.hasHostTools ? this.#parts : { ...this.#parts, tools: byName([]) };
    return await openRoom(parts, tenant);
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
