import { createToolRegistry, type Tool } from 'toolcrib';
import {
  createRuntime,
  memoryLedger,
  type Policy,
  type Redactor,
  type Runtime,
  systemClock,
} from 'toolcrib/runtime';
import { createToolSearch } from 'toolcrib/search';
import type { AuditLog } from '../../packages/server/src/audit/audit-log.ts';
import type { Actor } from '../../packages/server/src/auth/actor.ts';
import { type Role, rolePermissions } from '../../packages/server/src/auth/role.ts';
import type { Approvals } from '../../packages/server/src/calls/approvals.ts';
import { createApprovals } from '../../packages/server/src/calls/create-approvals.ts';
import {
  createMcpEndpoint,
  type McpEndpointOptions,
} from '../../packages/server/src/mcp/create-mcp-endpoint.ts';
import type { McpEndpoint } from '../../packages/server/src/mcp/mcp-endpoint.ts';
import type { KeyRecord } from '../../packages/server/src/store/service-store.ts';
import type { ToolView } from '../../packages/server/src/tenants/tenant-room.ts';
import { createPlainCallDesk } from './plain-call-desk.ts';

/** A tenant with one view on some tools, and what speaks MCP for it. */
export interface McpWorld {
  readonly runtime: Runtime;
  readonly view: ToolView;
  readonly calls: McpEndpointOptions['calls'];
  readonly approvals: Approvals;
  readonly endpoint: McpEndpoint;
  readonly faults: unknown[];
  /** Replaces the tools and tells whoever listens. */
  setTools(tools: readonly Tool[]): void;
}

export interface McpWorldOptions extends Partial<McpEndpointOptions> {
  readonly tools: readonly Tool[];
  readonly policy?: Policy;
  readonly randomId?: () => string;
  readonly redact?: Redactor;
}

export function createMcpWorld(worldOptions: McpWorldOptions): McpWorld {
  const { tools, policy, randomId, redact, clock = systemClock, ...options } = worldOptions;
  let registry = createToolRegistry(tools);
  const listeners = new Set<() => void>();
  const resolver = {
    resolve: (name: string) => registry.resolve(name),
    list: () => registry.list(),
    identity: () => registry,
  };
  const faults: unknown[] = [];
  const ledger = memoryLedger();
  const runtime = createRuntime({
    resolver,
    ledger,
    clock,
    ...(policy === undefined ? {} : { policy }),
    ...(randomId === undefined ? {} : { randomId }),
    ...(redact === undefined ? {} : { redact }),
    onFault: (error) => faults.push(error),
  });
  const search = createToolSearch(runtime);
  const view: ToolView = {
    tenant: 'acme',
    toolset: undefined,
    runtime,
    resolver,
    catalogName: (name) => name,
    describe: (caller) => runtime.describe(caller),
    search: (query, how) => search.search(query, how),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const calls = createPlainCallDesk(runtime);
  const audit = {
    flush: async () => undefined,
    appendSettled: async () => undefined,
    assertWritable: () => undefined,
  } as unknown as AuditLog;
  const approvals = createApprovals({
    ...{ runtime, ledger, audit, clock },
    selfApproval: { isAllowed: true, isSamePerson: async () => true },
    // Nobody here is limited to toolsets.
    tenants: { open: () => Promise.reject(new Error('There is no tenant.')) },
    store: { getKey: async (id) => ({ id, revokedAt: null, expiresAt: null }) as unknown as KeyRecord },
  });
  const endpoint = createMcpEndpoint({
    calls,
    approvals,
    clock,
    signingKey: 'a signing key that is long enough for everybody',
    version: '1.2.3',
    onFault: (error) => faults.push(error),
    ...options,
  });
  const setTools = (next: readonly Tool[]) => {
    registry = createToolRegistry(next);
    for (const listener of listeners) listener();
  };
  return { runtime, view, calls, approvals, endpoint, faults, setTools };
}

/** Somebody in the tenant, with all scopes unless told otherwise. */
export function actorWith(
  roles: readonly Role[],
  { id = 'key:tester', scopes = ['*'] }: { id?: string; scopes?: readonly string[] } = {},
): Actor {
  const grants = [{ tenant: 'acme', roles, scopes }];
  return {
    principal: { id, kind: 'key', name: id, grants, limits: {} },
    tenant: 'acme',
    permissions: new Set(roles.flatMap((role) => rolePermissions[role])),
    limits: new Map(),
    scopes,
    toolsets: undefined,
    caller: { id, tenant: 'acme', scopes },
  };
}
