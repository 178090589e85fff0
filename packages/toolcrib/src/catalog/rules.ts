import { isEqualJson } from '../core/is-equal-json.ts';
import { tooManyVersions } from './catalog-errors.ts';
import { isSameDefinition, isSameSpec } from './is-same-spec.ts';
import type { Deprecation, Quarantine } from './tool-registration.ts';
import { currentOf, MAX_VERSIONS, type ToolState, type ToolVersion } from './tool-state.ts';
import type { VersionIndex } from './version-index.ts';

/** What becomes of a spec that is to be registered. */
export type RegisterOutcome =
  | { readonly kind: 'created' | 'updated'; readonly state: ToolState }
  | { readonly kind: 'reactivated'; readonly state: ToolState }
  /** A version that stated no authority states it now. */
  | { readonly kind: 'stated'; readonly state: ToolState }
  | { readonly kind: 'unchanged'; readonly state: ToolState }
  /** The same version is published with other content. */
  | { readonly kind: 'conflict'; readonly published: ToolVersion };

/** A spec that is to be registered, with its digest and where it comes from. */
export type Candidate = Pick<ToolVersion, 'spec' | 'digest' | 'source'>;

/** When a spec is registered, and what its versions are found with. */
export interface RegisterContext {
  /** As ISO 8601 in UTC. */
  readonly at: string;
  readonly versions: VersionIndex;
}

/** What there is of a tool without versions. */
const EMPTY = Object.freeze({ enabled: true, current: 0, versions: Object.freeze([]) });

/**
 * The whole decision of a registration: what becomes of a tool when a spec is registered at some time.
 *
 * A new name is created; what is identical to the current version changes nothing; a new version, and an earlier one
 * with its exact content, becomes current and enables the tool again; a published version with other content is a
 * conflict. Only an authority that was never stated can be added to a version. Quarantine stays, whatever is registered.
 *
 * @throws ConfigError `E_INVALID_SPEC` if the tool has as many versions as it may.
 */
export function register(
  state: ToolState | undefined,
  { spec, digest, source }: Candidate,
  { at, versions }: RegisterContext,
): RegisterOutcome {
  const index = state === undefined ? -1 : versions.indexOf(state.versions, spec.version);
  const published = state?.versions[index];
  if (state !== undefined && published !== undefined) {
    const isSame = isSameSpec(published.spec, spec);
    const isStated =
      !isSame && published.spec.authority === undefined && isSameDefinition(published.spec, spec);
    if (!isSame && !isStated) return { kind: 'conflict', published };
    const revision = index + 1;
    const isCurrent = revision === state.current;
    if (isSame && isCurrent) return { kind: 'unchanged', state };
    const stated = Object.freeze({ ...published, spec });
    const known = isSame ? state.versions : Object.freeze(state.versions.with(index, stated));
    return {
      kind: isCurrent ? 'stated' : 'reactivated',
      state: freeze({ ...state, enabled: !isCurrent || state.enabled, current: revision, versions: known }),
    };
  }
  if (state !== undefined && state.versions.length >= MAX_VERSIONS) throw tooManyVersions(spec.name);
  const added = Object.freeze({ spec, digest, createdAt: at, ...(source !== undefined && { source }) });
  const longer = versions.add(state?.versions ?? EMPTY.versions, added);
  const isNew = state === undefined || state.versions.length === 0;
  return {
    kind: isNew ? 'created' : 'updated',
    state: freeze({ ...state, name: spec.name, enabled: true, current: longer.length, versions: longer }),
  };
}

/** The tool switched on or off; the same state if it is so already. */
export function setEnabled(state: ToolState, enabled: boolean): ToolState {
  return state.enabled === enabled ? state : freeze({ ...state, enabled });
}

/** One version deprecated, or not any more; the same state if it is so already. */
export function setDeprecation(
  state: ToolState,
  version: ToolVersion,
  deprecation: Deprecation | undefined,
): ToolState {
  if (isEqualJson(version.deprecation, deprecation)) return state;
  const { deprecation: _, ...rest } = version;
  const changed = Object.freeze(deprecation === undefined ? rest : { ...rest, deprecation });
  const versions = Object.freeze(state.versions.map((item) => (item === version ? changed : item)));
  return freeze({ ...state, versions });
}

/** A name in quarantine, with its tool if it has one. What is there already stays as it is: the first reason counts. */
export function quarantine(state: ToolState | undefined, name: string, entry: Quarantine): ToolState {
  if (state?.quarantine !== undefined) return state;
  return freeze({ ...(state ?? { ...EMPTY, name }), quarantine: entry });
}

/** The tool out of quarantine; nothing is left of a name that had no tool any more. */
export function release(state: ToolState): ToolState | undefined {
  if (state.quarantine === undefined) return state;
  if (state.versions.length === 0) return undefined;
  const { quarantine: _, ...rest } = state;
  return freeze(rest);
}

/** The tool without versions; only a quarantine outlives it. */
export function remove(state: ToolState): ToolState | undefined {
  if (state.quarantine === undefined) return undefined;
  return currentOf(state) === undefined ? state : freeze({ ...state, ...EMPTY });
}

/** With its keys in one order, so that equal states look alike. */
function freeze(state: ToolState): ToolState {
  const { name, enabled, quarantine: entry, current, versions } = state;
  return Object.freeze({ name, enabled, ...(entry && { quarantine: entry }), current, versions });
}
