import type { CatalogEventType } from '../catalog-event.ts';
import type { ChangePlan, PlannedChange } from '../change-plan.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { ToolState } from '../tool-state.ts';
import { removedKey } from './removed-name.ts';
import { draftKey } from './tool-draft.ts';

/** What is told of a version that was published. */
export const eventTypes = {
  created: 'tool-created',
  updated: 'tool-updated',
  reactivated: 'tool-reactivated',
  stated: 'tool-updated',
} as const;

/** A version that is published, with what was found. */
export interface Publication extends Pick<PlannedChange, 'findings' | 'proposedBy'> {
  readonly spec: ToolSpec;
  readonly after: ToolState;
}

/** Publishes a version; a draft of it, and that there was another tool of its name, are done with. */
export function publishVersion(
  plan: ChangePlan,
  type: CatalogEventType,
  { spec, ...change }: Publication,
): void {
  const { name, version = null } = spec;
  plan.putDocument(draftKey(name, version), undefined);
  plan.putDocument(removedKey(name), undefined);
  plan.set(type, { name, ...change });
}
