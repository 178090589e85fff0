import type { CatalogEventDraft, CatalogEventType, VersionMark } from './catalog-event.ts';
import type { ChangeSet } from './catalog-store.ts';
import type { Replica } from './replica.ts';
import { currentOf, type ToolState, type ToolVersion } from './tool-state.ts';

/** What the events of a change have in common. */
export interface ChangeMark {
  /** When, as ISO 8601 in UTC. */
  readonly at: string;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

/** How one tool is to change. */
export interface PlannedChange {
  readonly name: string;
  readonly after: ToolState | undefined;
  /** The version that the event is about; otherwise it tells which one was current before and is now. */
  readonly about?: ToolVersion | undefined;
}

/** Collects the changes of one transaction on top of a replica, which stays as it is. */
export class ChangePlan {
  readonly #replica: Replica;
  readonly #mark: ChangeMark;
  readonly #after = new Map<string, ToolState | undefined>();
  readonly #events: CatalogEventDraft[] = [];

  constructor(replica: Replica, mark: ChangeMark) {
    this.#replica = replica;
    this.#mark = mark;
  }

  /** A tool as it will be, after what was collected so far. */
  stateOf(name: string): ToolState | undefined {
    return this.#after.has(name) ? this.#after.get(name) : this.#replica.stateOf(name);
  }

  /** Changes a tool; does nothing if that is its state already. */
  set(type: CatalogEventType, { name, after, about }: PlannedChange): void {
    const before = this.stateOf(name);
    if (before === after) return;
    this.#after.set(name, after);
    const { at, by, reason } = this.#mark;
    const from = about === undefined ? before && toMark(currentOf(before)) : undefined;
    const to = toMark(about ?? (after && currentOf(after)));
    this.#events.push(
      Object.freeze({
        type,
        name,
        at,
        ...(by !== undefined && { by }),
        ...(reason !== undefined && { reason }),
        ...(to !== undefined && { to }),
        ...(from !== undefined && !isSameMark(from, to) && { from }),
      }),
    );
  }

  /** Undefined if nothing changes. */
  toChangeSet(): ChangeSet | undefined {
    if (this.#events.length === 0) return undefined;
    const tools = [...this.#after].map(([name, after]) => ({
      name,
      before: this.#replica.stateOf(name),
      after,
    }));
    return { tools, events: this.#events };
  }
}

function toMark(version: ToolVersion | undefined): VersionMark | undefined {
  if (version === undefined) return undefined;
  const { spec, digest } = version;
  return Object.freeze(spec.version === undefined ? { digest } : { version: spec.version, digest });
}

/** What is restored is made anew, so that the same version is another object. */
function isSameMark(left: VersionMark, right: VersionMark | undefined): boolean {
  return left.version === right?.version && left.digest === right?.digest;
}
