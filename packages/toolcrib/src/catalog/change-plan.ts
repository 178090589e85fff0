import type { JsonObject } from '../core/json.ts';
import type { CatalogEventDraft, CatalogEventType, CatalogFinding, VersionMark } from './catalog-event.ts';
import type { ChangeSet } from './catalog-store.ts';
import { FindingBudget } from './publishing/finding-budget.ts';
import { type NameIndex, TenantIndex } from './publishing/tenant-index.ts';
import type { Replica } from './replica.ts';
import { authorityDigest } from './spec-authority.ts';
import type { SpecDigests } from './spec-digests.ts';
import { currentOf, type ToolState, type ToolVersion } from './tool-state.ts';

/** Of those that an event tells. */
const MAX_FINDINGS = 20;

/** What the events of a change have in common. */
export interface ChangeMark {
  /** When, as ISO 8601 in UTC. */
  readonly at: string;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

/** What an event says beside who, when and why. */
export interface EventContent {
  readonly name: string;
  readonly from?: VersionMark | undefined;
  readonly to?: VersionMark | undefined;
  readonly proposedBy?: string | undefined;
  readonly source?: string | undefined;
  readonly policy?: JsonObject | null | undefined;
  /** Those of no weight are not told. */
  readonly findings?: readonly CatalogFinding[] | undefined;
}

/** How one tool is to change. */
export interface PlannedChange extends Pick<EventContent, 'name' | 'proposedBy' | 'findings'> {
  readonly after: ToolState | undefined;
  /** The version that the event is about; otherwise it tells which one was current before and is now. */
  readonly about?: ToolVersion | undefined;
}

/** How one document is to change. */
export interface PlannedDocument extends EventContent {
  readonly key: string;
  readonly after: JsonObject | undefined;
}

/** Collects the changes of one transaction on top of a replica, which stays as it is. */
export class ChangePlan {
  readonly #replica: Replica;
  readonly #mark: ChangeMark;
  readonly #after = new Map<string, ToolState | undefined>();
  readonly #documents = new Map<string, JsonObject | undefined>();
  readonly #events: CatalogEventDraft[] = [];
  readonly #findingBudget = new FindingBudget();
  /** Of the tools that were collected, once somebody has asked. */
  #planned: TenantIndex | undefined;

  constructor(replica: Replica, mark: ChangeMark) {
    this.#replica = replica;
    this.#mark = mark;
  }

  /** A tool as it will be, after what was collected so far. */
  stateOf(name: string): ToolState | undefined {
    return this.#after.has(name) ? this.#after.get(name) : this.#replica.stateOf(name);
  }

  /** A tool as it is, whatever was collected. */
  publishedOf(name: string): ToolState | undefined {
    return this.#replica.stateOf(name);
  }

  /** Changes a tool; does nothing if that is its state already. */
  set(type: CatalogEventType, { name, after, about, ...content }: PlannedChange): void {
    const before = this.stateOf(name);
    if (before === after) return;
    this.#after.set(name, after);
    this.#planned?.update(name, after);
    const from = about === undefined ? before && this.markOf(currentOf(before)) : undefined;
    const to = this.markOf(about ?? (after && currentOf(after)));
    this.tell(type, { name, from, to, ...content });
  }

  /** A version, as an event names it. */
  markOf(version: MarkedVersion | undefined): VersionMark | undefined {
    return version && toMark(version, this.#replica.digests);
  }

  /** What new names are compared with: the tenant's, and those that were collected so far. */
  index(): NameIndex {
    this.#planned ??= new TenantIndex(
      this.#replica,
      [...this.#after.values()].filter((state) => state !== undefined),
    );
    const indexes = [this.#replica.index(), this.#planned];
    return {
      lookAlikes: (name) => unique(indexes.flatMap((index) => index.lookAlikes(name))),
      copiesOf: (spec) => unique(indexes.flatMap((index) => index.copiesOf(spec))),
    };
  }

  /** A document as it will be, after what was collected so far. */
  documentOf(key: string): JsonObject | undefined {
    return this.#documents.has(key) ? this.#documents.get(key) : this.#replica.document(key);
  }

  /** Sets a document, or removes it; does nothing if there is none to remove. */
  setDocument(type: CatalogEventType, { key, after, ...content }: PlannedDocument): void {
    if (this.documentOf(key) === after) return;
    this.putDocument(key, after);
    this.tell(type, content);
  }

  /** Sets or removes a document as part of what another event tells. */
  putDocument(key: string, after: JsonObject | undefined): void {
    if (this.documentOf(key) !== after) this.#documents.set(key, after);
  }

  /** Of the findings of a version, those that this change can record beside what else it records. */
  boundFindings(findings: readonly CatalogFinding[]): readonly CatalogFinding[] {
    return this.#findingBudget.take(findings);
  }

  /** Adds an event for which nothing else changes. */
  tell(type: CatalogEventType, content: EventContent): void {
    const { name, from, to, proposedBy, source, policy } = content;
    const { at, by, reason } = this.#mark;
    const found = content.findings?.filter(({ severity }) => severity !== 'info') ?? [];
    const findings = this.#findingBudget.take(found.slice(0, MAX_FINDINGS));
    this.#events.push(
      Object.freeze({
        type,
        name,
        at,
        ...(by !== undefined && { by }),
        ...(reason !== undefined && { reason }),
        ...(to !== undefined && { to }),
        ...(from !== undefined && !isSameMark(from, to) && { from }),
        ...(proposedBy !== undefined && { proposedBy }),
        ...(source !== undefined && { source }),
        ...(policy !== undefined && { policy }),
        ...(findings.length > 0 && { findings: Object.freeze([...findings]) }),
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
    const documents = [...this.#documents].map(([key, after]) => ({ key, after }));
    return { tools, documents, events: this.#events };
  }
}

/** A tool that the tenant has, and that was collected too, is one. */
function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

type MarkedVersion = Pick<ToolVersion, 'spec' | 'digest'>;

/** A version, as an event names it. */
export function toMark({ spec, digest }: MarkedVersion, digests: SpecDigests): VersionMark {
  const { version: number } = spec;
  return Object.freeze({
    ...(number !== undefined && { version: number }),
    digest,
    authorityDigest: digests.authorityOf(spec),
  });
}

/** What is restored is made anew, so that the same version is another object. */
function isSameMark(left: VersionMark, right: VersionMark | undefined): boolean {
  return right !== undefined && left.version === right.version && hasSameDigests(left, right);
}

/** Whether two marks are of the same definition and authority. One that tells of no authority is of none that was stated. */
export function hasSameDigests(left: VersionMark, right: VersionMark): boolean {
  const { authorityDigest: of = authorityDigest({}) } = left;
  return left.digest === right.digest && of === (right.authorityDigest ?? authorityDigest({}));
}
