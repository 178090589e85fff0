import { createToolRegistry, defineTool, type Tool, type ToolOptions } from 'toolcrib';
import { type CatalogStore, memoryStore } from 'toolcrib/catalog';
import {
  type ArtifactStore,
  type Clock,
  createRuntime,
  type Ledger,
  memoryLedger,
  type Policy,
  type Runtime,
  type SearchableLedger,
} from 'toolcrib/runtime';
import { createFakeClock, createFakeIds, type FakeClock } from 'toolcrib/testing';
import type { AuditDraft, AuditEntry } from '../../packages/server/src/audit/audit-entry.ts';
import type { AuditLog } from '../../packages/server/src/audit/audit-log.ts';
import type { Actor } from '../../packages/server/src/auth/actor.ts';
import type { Grant } from '../../packages/server/src/auth/grant.ts';
import type { Limiter } from '../../packages/server/src/auth/limiter.ts';
import { createSelfApproval } from '../../packages/server/src/auth/self-approval.ts';
import { toActor } from '../../packages/server/src/auth/to-actor.ts';
import type { Approvals } from '../../packages/server/src/calls/approvals.ts';
import type { CallDesk } from '../../packages/server/src/calls/call-desk.ts';
import { createApprovals } from '../../packages/server/src/calls/create-approvals.ts';
import { createCallDesk } from '../../packages/server/src/calls/create-call-desk.ts';
import { ReadBehindLedger } from '../../packages/server/src/calls/read-behind-ledger.ts';
import type { AuditMark, KeyRecord, TenantRecord } from '../../packages/server/src/store/service-store.ts';
import { createTenantRooms } from '../../packages/server/src/tenants/create-tenant-rooms.ts';
import { publishTools } from '../../packages/server/src/tenants/publish-tools.ts';
import { servicePolicy } from '../../packages/server/src/tenants/service-policy.ts';
import type { TenantRoom, TenantRooms } from '../../packages/server/src/tenants/tenant-room.ts';

/** How a process of a service is started. */
export interface CallWorldOptions {
  readonly tools?: readonly Tool[];
  readonly catalogs?: CatalogStore;
  readonly ledger?: SearchableLedger;
  readonly artifacts?: ArtifactStore;
  readonly clock?: Clock;
  readonly policy?: Policy;
  readonly owner?: string;
  readonly randomId?: () => string;
  readonly limiter?: Partial<Limiter>;
  readonly audit?: Partial<AuditLog>;
  /** What is written into the audit log, also by other processes. @default an empty log of its own */
  readonly audited?: AuditDraft[];
  readonly allowSelfApproval?: boolean;
  readonly recoverEveryMs?: number;
  readonly keepCallsDays?: number;
  readonly pruneArtifacts?: (putBefore: number, limit: number) => Promise<number>;
  /** Where processes leave their marks, by owner. @default an empty place */
  readonly marks?: Map<string, AuditMark>;
  readonly maxInlineBytes?: number;
  /** @default every key is valid */
  readonly keyOf?: (id: string) => KeyRecord | undefined;
  /** One called `poor` may not run the tools. @default ['acme', 'other'] */
  readonly tenants?: readonly string[];
}

/** One process of a service, as far as it makes calls. */
export interface CallWorld {
  readonly runtime: Runtime;
  readonly ledger: Ledger;
  readonly tenants: TenantRooms;
  readonly desk: CallDesk;
  readonly approvals: Approvals;
  /** What was written into the audit log, in order. */
  readonly audited: readonly AuditDraft[];
  readonly faults: readonly unknown[];
  readonly clock: Clock;
  /** Opens a tenant and publishes all tools to it. */
  publish(tenant?: string): Promise<TenantRoom>;
}

/** Starts a process: in memory, on a clock that stands still, unless told otherwise. */
export function startCallWorld(options: CallWorldOptions = {}): CallWorld {
  const { tools = [], clock = createFakeClock(), tenants: names = ['acme', 'other'] } = options;
  const { catalogs = memoryStore() } = options;
  const ledger = new ReadBehindLedger(options.ledger ?? memoryLedger());
  const faults: unknown[] = [];
  const { audited = [] } = options;
  const onFault = (error: unknown) => void faults.push(error);
  const { randomId = createFakeIds() } = options;
  const { owner = randomId(), marks = new Map() } = options;
  const runtime = createRuntime({
    resolver: createToolRegistry([]),
    policy: servicePolicy(options.policy),
    ledger,
    artifacts: options.artifacts,
    clock,
    owner,
    randomId,
    ...(options.maxInlineBytes !== undefined && { limits: { maxInlineBytes: options.maxInlineBytes } }),
    onFault,
  });
  const { keyOf = (id) => createKey(id) } = options;
  const requests = new Set<string>();
  const store = {
    getTenant: async (name: string) => (names.includes(name) ? tenantOf(name) : undefined),
    getKey: async (id: string) => keyOf(id),
    putCancelRequest: async (id: string) => void requests.add(id),
    listCancelRequests: async () => [...requests],
    removeCancelRequest: async (id: string) => void requests.delete(id),
    putAuditMark: async (mark: AuditMark) => void marks.set(mark.owner, mark),
    listAuditMarks: async () => [...marks.values()],
    removeAuditMark: async (mark: AuditMark) => {
      if (marks.get(mark.owner)?.seenAt === mark.seenAt) marks.delete(mark.owner);
    },
  };
  const tenants = createTenantRooms({ catalogs, store, tools, runtime, clock, onFault });
  const audit = createListedAudit(audited, options.audit);
  const limiter: Pick<Limiter, 'takeRequest' | 'takeCall' | 'acquire'> = {
    takeRequest: async () => undefined,
    takeCall: async () => undefined,
    acquire: () => () => undefined,
    ...options.limiter,
  };
  const { recoverEveryMs = 0, allowSelfApproval, keepCallsDays, pruneArtifacts } = options;
  const approvals = createApprovals({
    ...{ runtime, ledger, tenants, audit, store, clock },
    selfApproval: createSelfApproval({ store, isAllowed: allowSelfApproval === true }),
  });
  const desk = createCallDesk({
    ...{ runtime, ledger, tenants, audit, store, limiter, approvals, clock, owner, onFault },
    ...{ recoverEveryMs, keepCallsDays, pruneArtifacts },
  });
  const publish = async (tenant = 'acme') => {
    const room = await tenants.open(tenant);
    await publishTools(room, tools, { by: 'test' });
    return room;
  };
  return { runtime, ledger, tenants, desk, approvals, audited, faults, clock, publish };
}

/** An actor with one grant. */
export function actorOf(id: string, grant: Partial<Grant> = {}): Actor {
  const whole: Grant = { tenant: 'acme', roles: ['caller'], scopes: [], ...grant };
  const actor = toActor({ id, kind: 'key', name: id, grants: [whole], limits: {} }, whole.tenant);
  if (actor === undefined) throw new Error(`${id} holds nothing.`);
  return actor;
}

/** A tool without arguments that does what a test wants. */
export function toolOf(
  name: string,
  handler: ToolOptions['handler'] = () => 'done',
  options: Partial<ToolOptions> = {},
): Tool {
  return defineTool({
    name,
    version: '1.0.0',
    description: `Does what ${name} is for.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'Any text.' } } },
    handler,
    ...options,
  } as ToolOptions);
}

/** Applies a toolset of tools by name, or with more about them. */
export async function applyToolset(
  { catalog }: TenantRoom,
  name: string,
  tools: readonly (string | Parameters<TenantRoom['catalog']['toolsets']['plan']>[0]['tools'][number])[],
): Promise<void> {
  const entries = tools.map((tool) => (typeof tool === 'string' ? { tool } : tool));
  await catalog.toolsets.apply(catalog.toolsets.plan({ name, tools: entries }));
}

/**
 * Lets time pass while a database works, which takes tasks of its own: a second at a time, so that whoever looks every
 * second finds what is there by then.
 */
export async function passTime(clock: FakeClock, durationMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs; passedMs += 1_000) {
    await clock.advance(Math.min(1_000, durationMs - passedMs));
    for (let task = 0; task < 10; task++) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The clock of a world that stands still. */
export function fakeClockOf({ clock }: CallWorld): FakeClock {
  return clock as FakeClock;
}

/** A key as a store has it, valid unless told otherwise. */
export function createKey(id: string, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    ...{ id, name: id, secretHash: '', grants: [], limits: {}, createdAt: '2026-01-01T00:00:00.000Z' },
    ...{ createdBy: 'test', expiresAt: null, revokedAt: null, revokedBy: null, lastUsedAt: null },
    ...changes,
  };
}

function tenantOf(name: string): TenantRecord {
  return {
    name,
    title: name,
    hasHostTools: name !== 'poor',
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 'test',
  };
}

function createListedAudit(audited: AuditDraft[], changes: Partial<AuditLog> = {}): AuditLog {
  const at = '2026-01-01T00:00:00.000Z';
  const logOf = (tenant: string): readonly AuditEntry[] =>
    audited
      .filter((draft) => draft.tenant === tenant)
      .map((draft, index) => ({ ...draft, sequence: index + 1, id: '', at, previous: '', hash: '' }));
  return {
    append: async (draft) => void audited.push(draft),
    appendWhile: async (draft) => void audited.push(draft),
    appendDenial: async (draft) => void audited.push(draft),
    appendSettled: async (draft, { gateId }) => {
      const isTold = ({ action, details }: AuditDraft) =>
        action === draft.action && details?.gateId === gateId;
      if (!audited.some(isTold)) audited.push(draft);
    },
    appendAfter: async (_head, drafts) => audited.push(...drafts) > 0,
    assertWritable: () => undefined,
    failure: undefined,
    flush: async () => undefined,
    entries: async (tenant, after, limit) => logOf(tenant).slice(after, after + limit),
    head: async (tenant) => ({ sequence: logOf(tenant).length, hash: '' }),
    watch: () => () => undefined,
    isHealthy: true,
    waiting: 0,
    close: async () => undefined,
    ...changes,
  };
}
