import { createHash } from 'node:crypto';
import type { CatalogEvent, SnapshotTool, ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';

/** What can be seen of a catalogue, short enough to be shown where two of them differ. */
export interface CatalogView {
  /** Of all bytes of the snapshot. */
  readonly digest: string;
  /** One line for each tool. */
  readonly tools: readonly string[];
  /** One line for each event. */
  readonly events: readonly string[];
}

/** All tools, and the events after a number. */
export async function viewOf(catalog: ToolCatalog, after = 0): Promise<CatalogView> {
  const events = await catalog.events(after, { limit: Number.MAX_SAFE_INTEGER });
  return { ...viewTools(catalog), events: toLines(events) };
}

/** What is to be seen without asking the store. */
export function viewTools(catalog: ToolCatalog): Omit<CatalogView, 'events'> {
  const snapshot = catalog.snapshot();
  return { digest: digestOf(snapshot), tools: snapshot.tools.map(toLine) };
}

export function toLines(events: readonly CatalogEvent[]): readonly string[] {
  return events.map((event) => JSON.stringify(event));
}

function toLine(tool: SnapshotTool): string {
  const { spec, createdAt, enabled, revision, history } = tool;
  const versions = [...history.map((version) => version.spec.version), spec.version].join();
  return `${spec.name} ${revision} of ${versions} ${createdAt} ${enabled} ${digestOf(tool).slice(0, 8)}`;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
