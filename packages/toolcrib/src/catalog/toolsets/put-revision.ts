import type { CatalogEventType, VersionMark } from '../catalog-event.ts';
import type { ChangeMark, ChangePlan } from '../change-plan.ts';
import type { AppliedToolset, ToolsetContent } from './toolset.ts';
import { toolsetKey } from './toolset-document.ts';
import type { ToolsetReader } from './toolset-reader.ts';

/** How many revisions of a toolset are kept. */
const MAX_REVISIONS = 100;

/** A revision that is to be. */
export interface NewRevision {
  readonly type: CatalogEventType;
  readonly content: ToolsetContent;
  readonly mark: ChangeMark;
  readonly rolledBackTo?: number | undefined;
}

/** Adds a revision to a change that has nothing of the toolset yet, unless the current one has that content. */
export function putRevision(change: ChangePlan, reader: ToolsetReader, next: NewRevision): AppliedToolset {
  const { name } = next.content.definition;
  const current = reader.get(name);
  if (current !== undefined && isSameContent(current, next.content)) return current;
  const applied = toApplied(next, (current?.revision ?? 0) + 1);
  change.setDocument(next.type, {
    name,
    key: toolsetKey(name, applied.revision),
    after: applied,
    from: current && markOf(current),
    to: markOf(applied),
  });
  const numbers = reader.numbers(name);
  for (const old of numbers.slice(0, Math.max(0, numbers.length + 1 - MAX_REVISIONS))) {
    change.putDocument(toolsetKey(name, old), undefined);
  }
  return applied;
}

/** Whether two have the same definition and the same versions. */
export function isSameContent(left: ToolsetContent, right: ToolsetContent): boolean {
  // Both have their fields in one order.
  return toText(left) === toText(right);
}

/** A revision, as an event names it. */
export function markOf({ revision, setDigest }: AppliedToolset): VersionMark {
  return Object.freeze({ version: String(revision), digest: setDigest });
}

function toText({ definition, pins }: ToolsetContent): string {
  return JSON.stringify([definition, pins]);
}

function toApplied({ content, mark, rolledBackTo }: NewRevision, revision: number): AppliedToolset {
  const { definition, pins, setDigest } = content;
  const { at, by, reason } = mark;
  return Object.freeze({
    name: definition.name,
    revision,
    definition,
    pins,
    setDigest,
    appliedAt: at,
    ...(by !== undefined && { by }),
    ...(reason !== undefined && { reason }),
    ...(rolledBackTo !== undefined && { rolledBackTo }),
  });
}
