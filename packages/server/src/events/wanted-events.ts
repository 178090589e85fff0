import type { Actor } from '../auth/actor.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { WantedEvents } from './event-feed.ts';
import type { EventQuery } from './event-streams.ts';

/** How many entries of the log are looked at for one answer of the database. */
const MAX_LOOKED_AT = 500;

/** Who reads a feed, and where its log is. */
export interface EventReader {
  readonly actor: Actor;
  readonly store: Pick<ServiceStore, 'searchAudit'>;
}

/**
 * The part of a feed that a query asks for. Only who may read the whole audit log searches in it by tool, caller and status: to
 * others it would tell, by how far it gets, of entries that they may not see.
 */
export function toWantedEvents(query: EventQuery, { actor, store }: EventReader): WantedEvents {
  const { tool: subject, caller, status, since, until } = query;
  const isWhole = actor.permissions.has('audit:read') && actor.limits.size === 0;
  const search = { since, until, ...(isWhole && { subject, actor: caller, status }) };
  return {
    isWanted: (data) => isWanted(data, query),
    search: (page) => store.searchAudit(actor.tenant, { ...search, ...page, maxLookedAt: MAX_LOOKED_AT }),
  };
}

function isWanted(data: unknown, { tool, caller, status, since, until }: EventQuery): boolean {
  const { at, subject, name, type, ...facts } = fieldsOf(data);
  const time = typeof at === 'string' ? at : '';
  if ((since !== undefined && time < since) || (until !== undefined && time >= until)) return false;
  const isOfToolset = typeof type === 'string' && type.startsWith('toolset-');
  if (tool !== undefined && tool !== (isOfToolset ? undefined : (subject ?? name))) return false;
  if (caller !== undefined && caller !== (facts.actor ?? facts.by)) return false;
  return status === undefined || status === statusOf(facts);
}

/** How a call ended, and of everything else in the log the outcome; changes of the catalogue have none. */
function statusOf({ action, details, outcome }: Readonly<Record<string, unknown>>): unknown {
  return (action === 'tool-call-end' ? fieldsOf(details).status : undefined) ?? outcome;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
