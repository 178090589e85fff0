import type { ToolDigest } from '../core/digest.ts';
import type { Deprecation, Quarantine, ToolRegistration } from './tool-registration.ts';
import type { ToolSpec } from './tool-spec.ts';

/** A version that was published. Its content never changes while the tool exists; whether it is deprecated may. */
export type ToolVersion = {
  readonly spec: ToolSpec;
  /** Of what a model can see of it. */
  readonly digest: ToolDigest;
  /** When it was first registered, as ISO 8601 in UTC. */
  readonly createdAt: string;
  /** Where it came from, as far as it was told. */
  readonly source?: string;
  readonly deprecation?: Deprecation;
};

/**
 * Everything that a catalogue knows of one name. Deeply frozen: a change makes another state and shares what stayed.
 *
 * INVARIANT: `versions` are in the order of their first registration; none is ever taken out while the tool exists.
 * INVARIANT: no two versions have the same `spec.version`, where to have none counts as one.
 * INVARIANT: without versions the tool was removed while it was in quarantine, and `quarantine` is present.
 */
export type ToolState = {
  readonly name: string;
  readonly enabled: boolean;
  readonly quarantine?: Quarantine;
  /** Which of the versions is current, counted from 1; 0 if there are none. */
  readonly current: number;
  readonly versions: readonly ToolVersion[];
};

/** Of one tool. Each change of it looks at all of them. */
export const MAX_VERSIONS = 5_000;

/** The version that is current; undefined for a name that is only in quarantine. */
export function currentOf(state: ToolState): ToolVersion | undefined {
  return state.versions[state.current - 1];
}

/** The registration of one version of a tool. */
export function toRegistration({ enabled, quarantine }: ToolState, version: ToolVersion): ToolRegistration {
  const { spec, createdAt, source, deprecation } = version;
  return Object.freeze({
    spec,
    enabled,
    createdAt,
    ...(source !== undefined && { source }),
    ...(deprecation && { deprecation }),
    ...(quarantine && { quarantine }),
  });
}
