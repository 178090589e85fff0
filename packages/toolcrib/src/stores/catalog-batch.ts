import type {
  CatalogEvent,
  CatalogEventDraft,
  ChangeSet,
  ToolChange,
  ToolVersion,
} from '../catalog/index.ts';
import type { CatalogWrite, CatalogWriteKind } from './catalog-write.ts';
import { toColumn } from './column-text.ts';
import type { SqlValue } from './sql-session.ts';

/** A batch with so many rows, or so many characters in them, is written before the next is begun. */
export interface BatchLimits {
  readonly rows: number;
  readonly characters: number;
}

/** For few ways to a server and back. */
const LARGE: BatchLimits = { rows: 2_000, characters: 4_000_000 };
/** For a few milliseconds. */
export const SMALL: BatchLimits = { rows: 250, characters: 250_000 };

/** How many versions are compared before others may have their turn. */
const VERSIONS_AT_ONCE = 32;

/** What goes first, because others need it gone; then what is written most, in the order that databases like. */
const order: readonly CatalogWriteKind[] = [
  'clear-versions',
  'remove-tool',
  'add-version',
  'set-deprecation',
  'put-tool',
  'put-document',
  'add-event',
  'set-sequence',
];

/** Collects what changes of tools and documents and their events write, until it is enough for one go. */
export class CatalogBatch {
  readonly #limits: BatchLimits;
  #rows = new Map<CatalogWriteKind, (readonly SqlValue[])[]>();
  #count = 0;
  #characters = 0;

  constructor(limits: BatchLimits = LARGE) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#count >= this.#limits.rows || this.#characters >= this.#limits.characters;
  }

  /** At once, however many versions it has. */
  addTool(change: ToolChange): void {
    const parts = this.addToolInParts(change);
    while (!parts.next().done);
  }

  /** Stops where the batch may be written, or others may have their turn. */
  *addToolInParts({ name, before, after }: ToolChange): Generator<void, void, void> {
    const column = toColumn(name);
    yield* this.#addVersions(column, before?.versions ?? [], after?.versions ?? []);
    if (after === undefined) {
      this.#add('remove-tool', [column]);
    } else {
      const { current, enabled, quarantine } = after;
      this.#add('put-tool', [column, current, enabled ? 1 : 0, toText(quarantine)]);
    }
  }

  /** With the number of the last event of the change. */
  addDocument({ key, after }: ChangeSet['documents'][number], sequence: number): void {
    this.#add('put-document', [toColumn(key), sequence, toText(after)]);
  }

  addEvent({ sequence, ...draft }: CatalogEvent): void {
    this.#add('add-event', [
      sequence,
      toColumn(draft.name),
      JSON.stringify(draft satisfies CatalogEventDraft),
    ]);
  }

  /** Says which number the last event has that will then be there, and whether documents changed up to it. */
  setSequence(sequence: number, { hasDocuments }: { readonly hasDocuments: boolean }): void {
    this.#add('set-sequence', [sequence, hasDocuments ? sequence : null]);
  }

  /** What is to be written, in order. */
  toWrites(): readonly CatalogWrite[] {
    return order.flatMap((kind) => {
      const rows = this.#rows.get(kind);
      return rows === undefined ? [] : [{ kind, rows }];
    });
  }

  /** What is to be written; the batch is empty then. */
  takeWrites(): readonly CatalogWrite[] {
    const writes = this.toWrites();
    this.#rows = new Map();
    this.#count = 0;
    this.#characters = 0;
    return writes;
  }

  /** Only what is new: a tool with a long history gets another version as quickly as any. */
  *#addVersions(
    column: string,
    before: readonly ToolVersion[],
    after: readonly ToolVersion[],
  ): Generator<void, void, void> {
    if (before === after) return;
    let isExtended = true;
    for (const [index, version] of before.entries()) {
      if (index % VERSIONS_AT_ONCE === VERSIONS_AT_ONCE - 1) yield;
      isExtended = isSameVersion(version, after[index]);
      if (!isExtended) break;
    }
    if (!isExtended) this.#add('clear-versions', [column]);
    for (const [index, version] of after.entries()) {
      const known = isExtended ? before[index] : undefined;
      if (known === version) continue;
      const deprecation = toText(version.deprecation);
      const versionColumn = toVersionColumn(version.spec.version);
      if (known === undefined) {
        const spec = JSON.stringify(version.spec);
        const { digest, createdAt } = version;
        const source = version.source === undefined ? null : toColumn(version.source);
        const content = [spec, digest, createdAt, source, deprecation];
        this.#add('add-version', [column, versionColumn, index + 1, ...content]);
        if (this.isFull) yield;
      } else if (toText(known.deprecation) !== deprecation) {
        this.#add('set-deprecation', [column, versionColumn, deprecation]);
      }
    }
  }

  #add(kind: CatalogWriteKind, row: readonly SqlValue[]): void {
    const rows = this.#rows.get(kind);
    if (rows === undefined) this.#rows.set(kind, [row]);
    else rows.push(row);
    this.#count += 1;
    for (const value of row) if (typeof value === 'string') this.#characters += value.length;
  }
}

/** To have no version is the empty text, which is no version. */
export function toVersionColumn(version: string | undefined): string {
  return version === undefined ? '' : toColumn(version);
}

/** Whether two are the same, apart from being deprecated. */
function isSameVersion(left: ToolVersion, right: ToolVersion | undefined): boolean {
  if (left === right) return true;
  return (
    left.createdAt === right?.createdAt &&
    left.source === right.source &&
    left.digest === right.digest &&
    (left.spec === right.spec || JSON.stringify(left.spec) === JSON.stringify(right.spec))
  );
}

function toText(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
