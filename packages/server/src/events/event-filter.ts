import type { CatalogEvent } from 'toolcrib/catalog';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Actor } from '../auth/actor.ts';
import type { Permission } from '../auth/role.ts';
import type { Reach, ReachedCall } from '../tenants/reach.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';

/** What somebody is told of an event; undefined if nothing. */
export interface EventFilter {
  catalog(event: CatalogEvent): unknown;
  audit(entry: AuditEntry): unknown;
}

/** What an actor may be told, of each kind as far as the permission for it reaches. */
export function createEventFilter(actor: Actor, room: Pick<TenantRoom, 'reach'>): EventFilter {
  const { permissions, limits, principal, caller } = actor;
  const reachOf = (permission: Permission) =>
    permissions.has(permission) ? room.reach(limits.get(permission)) : undefined;
  const [catalog, audit] = [reachOf('catalog:read'), reachOf('audit:read')];
  const [calls, own] = [reachOf('calls:read'), reachOf('calls:create')];
  const isOwn = ({ actor: by, details }: AuditEntry): boolean =>
    by === principal.id || by === caller.id || details?.callerId === caller.id;
  return {
    catalog: (event) => {
      if (catalog === undefined || !isReached(event, catalog)) return undefined;
      return catalog.isLimited ? withoutPlace(event) : event;
    },
    audit: (entry) => {
      const call = toCall(entry);
      if (call === undefined) return audit?.isLimited === false ? withoutHashes(entry) : undefined;
      if (audit?.hasCall(call)) return audit.isLimited ? withoutNumber(entry) : withoutHashes(entry);
      if (calls?.hasCall(call)) return withoutArguments(entry, calls);
      return own?.hasCall(call) && isOwn(entry) ? withoutArguments(entry, own) : undefined;
    },
  };
}

/** The call that an entry is about; undefined if it is about something else. */
function toCall(entry: AuditEntry): ReachedCall | undefined {
  if (!isOfCalls(entry)) return undefined;
  const { toolset, catalogTool } = entry.details ?? {};
  return {
    tool: entry.subject ?? '',
    toolset: typeof toolset === 'string' ? toolset : undefined,
    catalogTool: typeof catalogTool === 'string' ? catalogTool : undefined,
  };
}

function isReached({ type, name }: CatalogEvent, reach: Reach): boolean {
  switch (type) {
    case 'toolset-applied':
    case 'toolset-rolled-back':
    case 'toolset-removed':
      return reach.hasToolset(name);
    // These tell of several tools, or of all.
    case 'source-flagged':
    case 'source-cleared':
    case 'document-restored':
      return !reach.isLimited;
    default:
      return reach.hasTool(name);
  }
}

/** Without the number, which tells how much else happened, and without what was found by comparing tools. */
function withoutPlace({ sequence: _, findings: __, ...rest }: CatalogEvent) {
  return rest;
}

function isOfCalls({ action }: AuditEntry): boolean {
  switch (action) {
    case 'tool-call-end':
    case 'tool-call-interrupted':
    case 'gate-open':
    case 'gate-settled':
      return true;
    case 'tool-error-unhandled':
    case 'request-done':
    case 'request-denied':
    case 'service-started':
    case 'service-stopped':
      return false;
  }
}

function withoutHashes({ hash: _, previous: __, ...rest }: AuditEntry) {
  return rest;
}

function withoutNumber(entry: AuditEntry) {
  const { sequence: _, ...rest } = withoutHashes(entry);
  return rest;
}

function withoutArguments(entry: AuditEntry, { isLimited }: Reach) {
  const { details, ...rest } = isLimited ? withoutNumber(entry) : withoutHashes(entry);
  if (details === undefined) return rest;
  const { arguments: _, catalogTool: __, reason, toldAs, ...others } = details;
  // Its caller was told that there is no such tool, and is told nothing else here.
  if (toldAs !== undefined)
    return { ...rest, outcome: 'failed', code: 'E_TOOL_NOT_FOUND', details: { ...others, status: toldAs } };
  return { ...rest, details: { ...others, ...(reason !== undefined && { reason }) } };
}
