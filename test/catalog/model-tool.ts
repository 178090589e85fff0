import type {
  Deprecation,
  ListOptions,
  ToolRegistration,
  ToolSpec,
  VersionRequest,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { highestIn } from './model-versions.ts';

/** A version, as the model knows it. */
export interface ModelVersion {
  readonly spec: ToolSpec;
  readonly createdAt: string;
  readonly deprecation?: Deprecation;
}

/** A tool, as the model knows it. */
export interface ModelTool {
  readonly isEnabled: boolean;
  /** The version that is current. */
  readonly current: string | undefined;
  /** In the order of their registration. */
  readonly versions: readonly ModelVersion[];
}

/** Which version is wanted: exactly one, or the best of those in a range that are not deprecated. */
export function findWanted(
  { current, versions }: ModelTool,
  wanted: VersionRequest,
): ModelVersion | undefined {
  if (!('range' in wanted)) return versions.find(({ spec }) => (spec.version ?? null) === wanted.version);
  const usable = versions.filter(({ deprecation }) => deprecation === undefined);
  if (wanted.range === 'latest') return usable.find(({ spec }) => spec.version === current);
  const highest = highestIn(
    wanted.range,
    usable.map(({ spec }) => spec.version),
  );
  return highest === undefined ? undefined : usable.find(({ spec }) => spec.version === highest);
}

/** Of registrations that are sorted by name, those that are asked for. */
export function filterListed(
  registrations: readonly ToolRegistration[],
  { tag, prefix = '', enabled, status, after, limit }: ListOptions,
): readonly ToolRegistration[] {
  return registrations
    .filter(({ spec }) => spec.name.startsWith(prefix))
    .filter(({ spec }) => after === undefined || spec.name > after)
    .filter(({ spec }) => tag === undefined || spec.tags?.includes(tag))
    .filter((registration) => enabled === undefined || registration.enabled === enabled)
    .filter((registration) => {
      const actual = statusIn(registration);
      if (status === 'any') return true;
      if (status !== undefined) return actual === status;
      return enabled === false || actual === 'active' || actual === 'deprecated';
    })
    .slice(0, limit);
}

function statusIn({ enabled, deprecation, quarantine }: ToolRegistration): string {
  if (quarantine !== undefined) return 'quarantined';
  if (!enabled) return 'disabled';
  return deprecation === undefined ? 'active' : 'deprecated';
}
