import type {
  CatalogEvent,
  ChangeRequest,
  ChangeSet,
  TenantChanges,
  TenantState,
  ToolState,
} from '../catalog/index.ts';
import { ToolcribError } from '../index.ts';
import { CatalogBatch } from './catalog-batch.ts';
import type { CatalogSteps, FeedStart } from './catalog-steps.ts';
import { toColumn } from './column-text.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import { type EventPlace, eventUnreadable, readEvents } from './read-events.ts';
import { readTools } from './read-tools.ts';

const selectEvents = `select sequence, name, event from toolcrib_events
  where tenant = ? and sequence > ? order by sequence limit ?`;

/** Where a tenant is, and where whoever asks is. */
interface Span extends EventPlace {
  /** The number of the last event. */
  readonly sequence: number;
}

export function* loadTenant(tenant: string, sequence: number): CatalogSteps<TenantState> {
  const tools = yield { select: 'tools' };
  const versions = yield { select: 'versions' };
  return { sequence, tools: readTools({ tenant, tools, versions }) };
}

export function* loadEvents(place: EventPlace, limit: number): CatalogSteps<readonly CatalogEvent[]> {
  const { tenant, after } = place;
  const values = [tenant, after, Math.min(limit, Number.MAX_SAFE_INTEGER)];
  return readEvents(place, yield { sql: selectEvents, values });
}

export function* loadChanges(span: Span): CatalogSteps<TenantChanges> {
  const { tenant, after, sequence } = span;
  if (sequence === after) return { sequence, events: Object.freeze([]), tools: new Map() };
  if (sequence < after) throw eventsForgotten(span);
  const events = yield* loadEvents(span, sequence - after);
  if (events.length < sequence - after) throw eventUnreadable(tenant, after + events.length + 1);
  const tools = yield* loadNamed(tenant, [...new Set(events.map(({ name }) => name))]);
  return { sequence, events, tools };
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

export function* makeChange(
  { tenant, feed }: { readonly tenant: string; readonly feed: FeedStart },
  request: ChangeRequest,
): CatalogSteps<TenantChanges | undefined> {
  const { known, decide } = request;
  const { sequence } = feed;
  const missed = sequence === known ? undefined : yield* loadChanges({ tenant, after: known, sequence });
  const [previous] = feed.known === undefined ? [] : readEvents({ tenant, after: known - 1 }, [feed.known]);
  const changeSet = decide(missed, previous);
  if (changeSet === undefined) return undefined;
  const events = changeSet.events.map((draft, index) =>
    freezeDeeply({ sequence: sequence + index + 1, ...draft }),
  );
  yield* write({ ...changeSet, events }, { sequence: sequence + events.length, request });
  const tools = new Map<string, ToolState | undefined>(missed?.tools);
  for (const { name, after } of changeSet.tools) tools.set(name, after);
  return {
    sequence: sequence + events.length,
    events: Object.freeze([...(missed?.events ?? []), ...events]),
    tools,
  };
}

/** A change set whose events have their numbers. */
interface NumberedChangeSet extends ChangeSet {
  readonly events: readonly CatalogEvent[];
}

function* write(
  { tools, events }: NumberedChangeSet,
  { sequence, request }: { readonly sequence: number; readonly request: ChangeRequest },
): CatalogSteps<void> {
  let batch = new CatalogBatch();
  let done = 0;
  const flush = function* (): CatalogSteps<void> {
    yield { writes: batch.toWrites() };
    batch = new CatalogBatch();
    request.onProgress?.({ phase: 'writing', done, total: tools.length });
  };
  for (const change of tools) {
    batch.addTool(change);
    done += 1;
    if (batch.isFull) yield* flush();
  }
  for (const event of events) {
    batch.addEvent(event);
    if (batch.isFull) yield* flush();
  }
  batch.setSequence(sequence);
  yield* flush();
}

function eventsForgotten({ tenant, after, sequence }: Span): ToolcribError {
  return new ToolcribError(
    'E_STORE_CORRUPT',
    `The database holds ${sequence} events of tenant "${tenant}", but ${after} were there before: it was set back, as by an older backup. Open the catalogue again to use it as it is now.`,
    { context: { tenant, sequence, knownSequence: after } },
  );
}
