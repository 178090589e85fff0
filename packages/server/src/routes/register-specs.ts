import { setImmediate } from 'node:timers/promises';
import type { ToolDigest } from 'toolcrib';
import type {
  CatalogEvent,
  RegisterOptions,
  ToolCatalog,
  ToolRegistration,
  ToolSpec,
  ToolSpecInput,
} from 'toolcrib/catalog';
import { specDigest } from 'toolcrib/catalog';
import type { z } from 'zod';
import type { registerOutcome } from './schemas/registration.ts';

type Outcome = z.input<typeof registerOutcome>;

/** The number of events that are read without a pause; each may have many findings. */
const EVENTS_PER_READ = 100;

/**
 * Publishes specs in one transaction, and tells what became of each, as the catalogue has recorded it. To do it again
 * changes nothing.
 *
 * @throws as `ToolCatalog.registerAll`.
 */
export async function registerSpecs(
  catalog: ToolCatalog,
  specs: readonly ToolSpecInput[],
  options: RegisterOptions & { readonly by: string },
): Promise<readonly Outcome[]> {
  // A large body took its time to read, in this same turn.
  await setImmediate();
  // So that what others have done before does not count as done by this.
  await catalog.refresh();
  await setImmediate();
  const before = catalog.sequence;
  const registrations = await catalog.registerAll(specs, options);
  const events = await recordedSince(catalog, before, options.by);
  await setImmediate();
  const digests = digestsOf(catalog, new Set(registrations.map(({ spec }) => spec.name)));
  return registrations.map((registration) => toOutcome(registration, { catalog, digests, events }));
}

/** The last thing that somebody did to each version. */
async function recordedSince(
  catalog: ToolCatalog,
  before: number,
  by: string,
): Promise<ReadonlyMap<string, CatalogEvent>> {
  const until = catalog.sequence;
  const found = new Map<string, CatalogEvent>();
  let after = before;
  while (after < until) {
    await setImmediate();
    const events = await catalog.events(after, { limit: EVENTS_PER_READ });
    for (const event of events) {
      if (event.by === by && event.to !== undefined) found.set(keyOf(event.name, event.to), event);
    }
    after = events.at(-1)?.sequence ?? until;
  }
  return found;
}

/** Of what is published under these names; they take long to find out again. */
function digestsOf(catalog: ToolCatalog, names: Iterable<string>): ReadonlyMap<ToolSpec, ToolDigest> {
  const versions = [...names].flatMap((name) => catalog.versions(name));
  return new Map(versions.map(({ spec, digest }) => [spec, digest]));
}

/** What is known of the specs after they were registered. */
interface Known {
  readonly catalog: ToolCatalog;
  readonly digests: ReadonlyMap<ToolSpec, ToolDigest>;
  readonly events: ReadonlyMap<string, CatalogEvent>;
}

function toOutcome(
  { spec, draft }: ToolRegistration,
  { catalog, digests: published, events }: Known,
): Outcome {
  const { name, version } = spec;
  const digest = published.get(spec) ?? specDigest(spec);
  const digests = { digest, authorityDigest: catalog.authorityDigest(spec) };
  const event = events.get(keyOf(name, { ...digests, ...(version !== undefined && { version }) }));
  const findings = event?.findings ?? draft?.findings ?? [];
  return {
    name,
    version: version ?? null,
    outcome: draft === undefined ? outcomeOf(event) : 'draft',
    ...digests,
    findings: [...findings],
  };
}

function outcomeOf(event: CatalogEvent | undefined): Outcome['outcome'] {
  switch (event?.type) {
    case 'tool-created':
      return 'created';
    case 'tool-updated':
      return 'updated';
    case 'tool-reactivated':
      return 'reactivated';
    default:
      return 'unchanged';
  }
}

function keyOf(name: string, mark: NonNullable<CatalogEvent['to']>): string {
  const { version = null, digest, authorityDigest: authority = null } = mark;
  return JSON.stringify([name, version, digest, authority]);
}
