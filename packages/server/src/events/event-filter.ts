import type { CatalogEvent } from 'toolcrib/catalog';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Actor } from '../auth/actor.ts';

/** What somebody is told of an event; undefined if nothing. */
export interface EventFilter {
  catalog(event: CatalogEvent): unknown;
  audit(entry: AuditEntry): unknown;
}

/** What an actor may be told. */
export function createEventFilter({ permissions, principal, caller }: Actor): EventFilter {
  const isOwn = ({ actor, details }: AuditEntry): boolean =>
    actor === principal.id || actor === caller.id || details?.callerId === caller.id;
  return {
    catalog: (event) => (permissions.has('catalog:read') ? event : undefined),
    audit: (entry) => {
      if (permissions.has('audit:read')) return withoutHashes(entry);
      if (!isOfCalls(entry)) return undefined;
      return permissions.has('calls:read') || isOwn(entry) ? withoutArguments(entry) : undefined;
    },
  };
}

function isOfCalls({ action }: AuditEntry): boolean {
  switch (action) {
    case 'tool-call-end':
    case 'tool-call-interrupted':
    case 'gate-open':
    case 'gate-settled':
      return true;
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

function withoutArguments(entry: AuditEntry) {
  const { details, ...rest } = withoutHashes(entry);
  if (details === undefined) return rest;
  const { arguments: _, ...others } = details;
  return { ...rest, details: others };
}
