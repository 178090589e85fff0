import { type Tool, ToolcribError } from 'toolcrib';
import {
  type CatalogStore,
  openCatalog,
  type SpecChecks,
  sealCatalog,
  type ToolCatalog,
} from 'toolcrib/catalog';
import type { Clock, Runtime } from 'toolcrib/runtime';
import type { PermissionLimit } from '../auth/permission-limit.ts';
import type { TenantRecord } from '../store/service-store.ts';
import { FollowingTools } from './following-tools.ts';
import { createReach, type Reach } from './reach.ts';
import type { BindingState, TenantRoom, ToolView } from './tenant-room.ts';
import { FollowingView } from './tool-view.ts';

/** What all rooms share. */
export interface RoomParts {
  readonly catalogs: CatalogStore;
  /** By name. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly runtime: Runtime;
  readonly checksFor?: ((tenant: string) => SpecChecks) | undefined;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** A room that its owner closes. */
export interface OpenRoom extends TenantRoom {
  /** Says whether the tenant may run the code of this process from now on. */
  allowTools(isAllowed: boolean): void;
  /** It has no tools from then on, and subscribers of its views are told so before they are let go. */
  close(): void;
}

/** Who uses deprecated versions, in the report of the catalogue. */
const CONSUMER = 'service';

/** Opens the catalogue of a tenant, and holds the code of this process against it. */
export async function openRoom(
  parts: RoomParts,
  { name: tenant, hasHostTools }: Pick<TenantRecord, 'name' | 'hasHostTools'>,
): Promise<OpenRoom> {
  const { catalogs, clock, onFault, checksFor } = parts;
  const catalog = await openCatalog(catalogs, { tenant, clock, onFault, checks: checksFor?.(tenant) });
  try {
    const allowance = { isAllowed: hasHostTools };
    return new Room(parts, { catalog, allowance, tools: await sealTools({ ...parts, catalog, allowance }) });
  } catch (error) {
    catalog.close();
    throw error;
  }
}

/** Whether the tenant may run the code of this process. All views of a room look at one. */
interface Allowance {
  isAllowed: boolean;
}

type SealParts = Pick<RoomParts, 'tools' | 'onFault'> & {
  readonly catalog: ToolCatalog;
  readonly allowance: Allowance;
};

async function sealTools(
  { tools, onFault, catalog, allowance }: SealParts,
  toolset?: string,
): Promise<FollowingTools> {
  const seal = await sealCatalog(catalog, tools.values(), {
    consumer: CONSUMER,
    toolset,
    onMismatch: 'leave-out',
  });
  return new FollowingTools({ catalog, seal, isAllowed: () => allowance.isAllowed, onFault });
}

interface RoomContents {
  readonly catalog: ToolCatalog;
  readonly allowance: Allowance;
  readonly tools: FollowingTools;
}

class Room implements OpenRoom {
  readonly tenant: string;
  readonly catalog: ToolCatalog;
  readonly #parts: RoomParts;
  readonly #allowance: Allowance;
  readonly #all: FollowingView;
  readonly #byToolset = new Map<string, Promise<FollowingView>>();
  readonly #views = new Set<FollowingView>();

  constructor(parts: RoomParts, { catalog, allowance, tools }: RoomContents) {
    this.tenant = catalog.tenant;
    this.catalog = catalog;
    this.#parts = parts;
    this.#allowance = allowance;
    this.#all = this.#createView(tools, undefined);
    catalog.subscribe(({ type }) => {
      this.#tell();
      if (type === 'toolset-removed' || type === 'document-restored') this.#dropRemoved();
    });
  }

  async view(toolset?: string): Promise<ToolView> {
    if (toolset === undefined) return this.#all;
    // Asked of the catalogue each time: the view of a removed toolset stays while it has subscribers.
    if (this.catalog.toolsets.get(toolset) === undefined) throw toolsetNotFound(toolset);
    const known = this.#byToolset.get(toolset);
    if (known !== undefined) return await known;
    const opening = this.#openView(toolset);
    this.#byToolset.set(toolset, opening);
    try {
      return await opening;
    } catch (error) {
      this.#byToolset.delete(toolset);
      throw error;
    }
  }

  bindingOf(toolName: string): BindingState {
    if (!this.#allowance.isAllowed || !this.#parts.tools.has(toolName)) return 'unbound';
    const isBound = this.#all.resolver.isSealed(toolName);
    return isBound ? 'bound' : 'differs';
  }

  reach(limit: PermissionLimit | undefined): Reach {
    return createReach(this.catalog, limit);
  }

  allowTools(isAllowed: boolean): void {
    if (this.#allowance.isAllowed === isAllowed) return;
    this.#allowance.isAllowed = isAllowed;
    this.#tell();
  }

  close(): void {
    this.allowTools(false);
    this.catalog.close();
    for (const view of this.#views) view.close();
  }

  #tell(): void {
    for (const view of this.#views) view.tell();
  }

  async #openView(toolset: string): Promise<FollowingView> {
    const parts = { ...this.#parts, catalog: this.catalog, allowance: this.#allowance };
    const tools = await sealTools(parts, toolset);
    if (this.#isRemoved(toolset)) throw toolsetNotFound(toolset);
    return this.#createView(tools, toolset);
  }

  /** Closes the views of removed toolsets. One with subscribers stays: they are told if the toolset comes back. */
  #dropRemoved(): void {
    for (const view of this.#views) {
      const { toolset } = view;
      if (toolset === undefined || view.hasListeners || !this.#isRemoved(toolset)) continue;
      view.close();
      this.#views.delete(view);
      this.#byToolset.delete(toolset);
    }
  }

  #isRemoved(toolset: string): boolean {
    try {
      return this.catalog.toolsets.get(toolset) === undefined;
    } catch {
      // It is there, but cannot be read, which its view has told.
      return false;
    }
  }

  #createView(tools: FollowingTools, toolset: string | undefined): FollowingView {
    const { runtime, onFault } = this.#parts;
    const view = new FollowingView({ tenant: this.tenant, toolset, tools, runtime, onFault });
    this.#views.add(view);
    return view;
  }
}

function toolsetNotFound(toolset: string): ToolcribError {
  const message = `There is no toolset ${JSON.stringify(toolset.slice(0, 64))}.`;
  return new ToolcribError('E_TOOLSET_NOT_FOUND', message, { context: { toolset: toolset.slice(0, 64) } });
}
