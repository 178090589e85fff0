import type {
  CatalogEvent,
  ChangeRequest,
  ChangeSet,
  TenantChanges,
  TenantState,
  ToolState,
} from '../catalog/index.ts';
import { ToolcribError } from '../index.ts';
import { CatalogBatch, SMALL } from './catalog-batch.ts';
import type { CatalogSteps, FeedStart } from './catalog-steps.ts';
import { toColumn } from './column-text.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import { loadTools } from './load-tools.ts';
import { readDocuments } from './read-documents.ts';
import { type EventPlace, eventUnreadable, readEvents } from './read-events.ts';
import { readTools } from './read-tools.ts';

const selectEvents = `select sequence, name, event from toolcrib_events
  where tenant = ? and sequence > ? order by sequence limit ?`;

const selectDocuments = 'select key, document from toolcrib_documents where tenant = ?';

/** How many events get their numbers without a pause. */
const EVENTS_AT_ONCE = 1_000;
/** How many tools that an event names and no change is about are read without a pause. */
const NAMES_AT_ONCE = 250;

/** Where a tenant is, and where whoever asks is. */
interface Span extends EventPlace {
  readonly feed: FeedStart;
}

export function* loadTenant(tenant: string, feed: FeedStart): CatalogSteps<TenantState> {
  const tools = yield* loadTools(tenant);
  return { sequence: feed.sequence, tools, documents: yield* loadDocuments(tenant) };
}

function* loadDocuments(tenant: string): CatalogSteps<TenantState['documents']> {
  const rows = yield { sql: `${selectDocuments} and document is not null`, values: [tenant] };
  // None of them was removed.
  return readDocuments(tenant, rows) as TenantState['documents'];
}

export function* loadEvents(place: EventPlace, limit: number): CatalogSteps<readonly CatalogEvent[]> {
  const { tenant, after } = place;
  const values = [tenant, after, Math.min(limit, Number.MAX_SAFE_INTEGER)];
  return readEvents(place, yield { sql: selectEvents, values });
}

export function* loadChanges(span: Span): CatalogSteps<TenantChanges> {
  const { tenant, after } = span;
  const { sequence } = span.feed;
  if (sequence === after) {
    return { sequence, events: Object.freeze([]), tools: new Map(), documents: new Map() };
  }
  if (sequence < after) throw eventsForgotten(span);
  const events = yield* loadEvents(span, sequence - after);
  if (events.length < sequence - after) throw eventUnreadable(tenant, after + events.length + 1);
  const tools = yield* loadNamed(tenant, namesOf(events));
  return { sequence, events, tools, documents: yield* loadChangedDocuments(span) };
}

/** Asks only if a document has changed, which most changes leave alone: in PostgreSQL each question costs a way there and back. */
function* loadChangedDocuments({ tenant, after, feed }: Span): CatalogSteps<TenantChanges['documents']> {
  if (feed.documentSequence <= after) return new Map();
  return readDocuments(tenant, yield { sql: `${selectDocuments} and sequence > ?`, values: [tenant, after] });
}

/** Some tools; undefined for those that there are not. */
function* loadNamed(
  tenant: string,
  names: readonly string[],
): CatalogSteps<ReadonlyMap<string, ToolState | undefined>> {
  const columns = names.map(toColumn);
  const tools = yield { select: 'tools', names: columns };
  const versions = yield { select: 'versions', names: columns };
  const states = readTools({ tenant, tools, versions });
  return new Map(names.map((name) => [name, states.get(name)]));
}

function namesOf(events: readonly CatalogEvent[]): readonly string[] {
  return [...new Set(events.map(({ name }) => name))];
}

export function* makeChange(
  { tenant, feed }: { readonly tenant: string; readonly feed: FeedStart },
  request: ChangeRequest,
): CatalogSteps<TenantChanges | undefined> {
  const { known, decide } = request;
  const missed = feed.sequence === known ? undefined : yield* loadChanges({ tenant, after: known, feed });
  const [previous] = feed.known === undefined ? [] : readEvents({ tenant, after: known - 1 }, [feed.known]);
  const changeSet = decide(missed, previous);
  if (changeSet === undefined) return undefined;
  const events: CatalogEvent[] = [];
  for (const draft of changeSet.events) {
    events.push(freezeDeeply({ sequence: feed.sequence + events.length + 1, ...draft }));
    if (events.length % EVENTS_AT_ONCE === 0) yield* pauseIn(request);
  }
  const sequence = feed.sequence + events.length;
  yield* write({ ...changeSet, events }, { sequence, request });
  const tools = new Map<string, ToolState | undefined>(missed?.tools);
  for (const { name, after } of changeSet.tools) tools.set(name, after);
  const unchanged = namesOf(events).filter((name) => !tools.has(name));
  const atOnce = request.pause === undefined ? unchanged.length : NAMES_AT_ONCE;
  for (let start = 0; start < unchanged.length; start += atOnce) {
    const found = yield* loadNamed(tenant, unchanged.slice(start, start + atOnce));
    for (const entry of found) tools.set(...entry);
    yield* pauseIn(request);
  }
  const documents = new Map(missed?.documents);
  for (const { key, after } of changeSet.documents) documents.set(key, after);
  return { sequence, events: Object.freeze([...(missed?.events ?? []), ...events]), tools, documents };
}

/** A change set whose events have their numbers. */
interface NumberedChangeSet extends ChangeSet {
  readonly events: readonly CatalogEvent[];
}

function* write(
  { tools, documents, events }: NumberedChangeSet,
  { sequence, request }: { readonly sequence: number; readonly request: ChangeRequest },
): CatalogSteps<void> {
  const batch = new CatalogBatch(request.pause === undefined ? undefined : SMALL);
  let done = 0;
  const flush = function* (): CatalogSteps<void> {
    yield { writes: batch.takeWrites() };
    request.onProgress?.({ phase: 'writing', done, total: tools.length });
    yield* pauseIn(request);
  };
  for (const change of tools) {
    for (const _part of batch.addToolInParts(change)) {
      if (batch.isFull) yield* flush();
      else yield* pauseIn(request);
    }
    done += 1;
    if (batch.isFull) yield* flush();
  }
  for (const change of documents) {
    batch.addDocument(change, sequence);
    if (batch.isFull) yield* flush();
  }
  for (const event of events) {
    batch.addEvent(event);
    if (batch.isFull) yield* flush();
  }
  batch.setSequence(sequence, { hasDocuments: documents.length > 0 });
  yield* flush();
}

/** Stops, if others are to have their turn. */
function* pauseIn({ pause }: ChangeRequest): CatalogSteps<void> {
  if (pause !== undefined) yield { pause };
}

function eventsForgotten({ tenant, after, feed: { sequence } }: Span): ToolcribError {
  return new ToolcribError(
    'E_STORE_CORRUPT',
    `The database holds ${sequence} events of tenant "${tenant}", but ${after} were there before: it was set back, as by an older backup. Open the catalogue again to use it as it is now.`,
    { context: { tenant, sequence, knownSequence: after } },
  );
}
