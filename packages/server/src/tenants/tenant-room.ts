import type { Caller, ToolDescription, ToolResolver } from 'toolcrib';
import type { ToolCatalog } from 'toolcrib/catalog';
import type { CallGuard, Runtime } from 'toolcrib/runtime';
import type { ToolHit } from 'toolcrib/search';
import type { PermissionLimit } from '../auth/permission-limit.ts';
import type { Reach } from './reach.ts';

/**
 * The tools that can be called in a tenant, or those of one toolset: what is in the catalogue, may be used now, and
 * has code in this process. One object for as long as the tenant is open, or until the toolset is removed while no
 * listener is there; it follows the catalogue by itself.
 */
export interface ToolView {
  readonly tenant: string;
  /** Undefined for all tools of the tenant. */
  readonly toolset: string | undefined;
  /** The service's one runtime, over these tools. Every list, description, search and call goes through it. */
  readonly runtime: Runtime;
  readonly resolver: ToolResolver;
  /** The name in the catalog of the tool that models call so; undefined if there is none. */
  catalogName(name: string): string | undefined;
  /** What a toolset says of its calls, which the runtime asks besides the policy. */
  readonly guard?: CallGuard | undefined;
  /** What a caller may see and call. The same array while neither the tools nor the scopes of the caller change. */
  describe(caller: Caller): Promise<readonly ToolDescription[]>;
  search(
    query: string,
    options: { readonly caller: Caller; readonly limit?: number; readonly explain?: boolean },
  ): Promise<readonly ToolHit[]>;
  /** Called after the tools have become others, until the answer is called. */
  onChange(listener: () => void): () => void;
}

/** Whether a tool of the catalogue has code here. */
export type BindingState = 'bound' | 'unbound' | 'differs';

/** One tenant, open in this process. */
export interface TenantRoom {
  readonly tenant: string;
  readonly catalog: ToolCatalog;
  /** @throws ToolcribError `E_TOOLSET_NOT_FOUND`. */
  view(toolset?: string): Promise<ToolView>;
  /** Of the version of a tool that this process has code for. */
  bindingOf(toolName: string): BindingState;
  /** How far a permission extends that ends somewhere; undefined for one that holds in the whole tenant. */
  reach(limit: PermissionLimit | undefined): Reach;
}

/** The tenants of the service, opened when they are first asked for. */
export interface TenantRooms {
  /**
   * What is known of a tenant is at most a second old: in every process, one that was removed is gone by then, and one that may
   * run the code of the service or may not do so any more has its tools or none. @throws ToolcribError `E_TENANT_NOT_FOUND`.
   */
  open(tenant: string): Promise<TenantRoom>;
  /** Resolves if there is such a tenant, as `open` does, but opens nothing. @throws ToolcribError `E_TENANT_NOT_FOUND`. */
  confirm(tenant: string): Promise<void>;
  /** Looks at the record of a tenant again, such as after it was changed. */
  refresh(tenant: string): Promise<void>;
  /** Takes everything out of the catalogue of a tenant that was removed, so that every process hears of it. */
  clear(tenant: string, change: { readonly by: string }): Promise<void>;
  /**
   * Gives a tenant to `work` without keeping it: the open one, or one that is opened for this only, so that to go through all
   * tenants takes the memory of one. @throws as `open` does, and what `work` rejects with.
   */
  useBriefly<Result>(tenant: string, work: (room: TenantRoom) => Promise<Result>): Promise<Result>;
  /** Those that are open now. */
  opened(): readonly TenantRoom[];
  close(): Promise<void>;
}
