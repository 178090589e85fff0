import type { CatalogEvent, CatalogEventDraft } from '../catalog/index.ts';
import { ToolcribError } from '../index.ts';
import { fromColumn } from './column-text.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { SqlRow } from './sql-session.ts';

/** Whose events, and which number comes before the first of them. */
export interface EventPlace {
  readonly tenant: string;
  readonly after: number;
}

/**
 * The frozen events of rows that follow one another.
 *
 * @throws ToolcribError `E_STORE_CORRUPT` that names tenant and event when a row is missing or does not hold its event.
 */
export function readEvents({ tenant, after }: EventPlace, rows: readonly SqlRow[]): readonly CatalogEvent[] {
  return Object.freeze(rows.map((row, index) => readEvent({ tenant, after: after + index }, row)));
}

function readEvent({ tenant, after }: EventPlace, row: SqlRow): CatalogEvent {
  const sequence = after + 1;
  if (Number(row.sequence) !== sequence) throw eventUnreadable(tenant, sequence);
  let draft: unknown;
  let name: string;
  try {
    draft = JSON.parse(String(row.event));
    name = fromColumn(String(row.name));
  } catch (cause) {
    throw eventUnreadable(tenant, sequence, { cause });
  }
  if (isDraftOf(draft, name)) return freezeDeeply({ sequence, ...draft });
  throw eventUnreadable(tenant, sequence);
}

/** That an event is not there, or is none. */
export function eventUnreadable(
  tenant: string,
  sequence: number,
  options: { readonly cause?: unknown } = {},
): ToolcribError {
  return new ToolcribError(
    'E_STORE_CORRUPT',
    `The stored event ${sequence} of tenant "${tenant}" cannot be read. Something other than a catalogue has changed it; restore its row from a backup.`,
    { ...options, context: { tenant, sequence } },
  );
}

/** Only catalogues write rows, so what carries the right name is taken for the whole. */
function isDraftOf(value: unknown, name: string): value is CatalogEventDraft {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === name;
}
