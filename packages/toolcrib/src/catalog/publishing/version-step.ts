import type { SpecComparison } from '../../compat/spec-comparison.ts';
import { parseVersion } from '../parse-version.ts';
import type { ToolVersion } from '../tool-state.ts';

/** The part of a version that has to grow. */
export type VersionStep = 'patch' | 'minor' | 'major';

const steps: readonly VersionStep[] = ['patch', 'minor', 'major'];

/** The step that a change needs: what cannot be shown to be harmless counts as harm. */
export function stepOf({ verdict, isAddition }: SpecComparison): VersionStep {
  if (verdict !== 'compatible') return 'major';
  return isAddition ? 'minor' : 'patch';
}

/** Whether the step from one version to a later one is large enough. Below 1.0.0 a minor version may break callers. */
export function isEnough(step: VersionStep, before: string, after: string): boolean {
  const [from, to] = [parseVersion(before), parseVersion(after)];
  if (from === undefined || to === undefined) return step === 'patch';
  if (to.major !== from.major) return true;
  const actual: VersionStep = to.minor === from.minor ? 'patch' : from.major === 0 ? 'major' : 'minor';
  return steps.indexOf(actual) >= steps.indexOf(step);
}

/**
 * The version that a new one follows: the highest that is not higher, in SemVer, where those that differ in build metadata
 * only are one; undefined if there is none.
 */
export function findPredecessor(
  versions: readonly ToolVersion[],
  version: string | undefined,
): ToolVersion | undefined {
  const next = parseVersion(version);
  if (next === undefined) return undefined;
  let found: ToolVersion | undefined;
  for (const item of versions) {
    const candidate = parseVersion(item.spec.version);
    if (candidate === undefined || candidate.compare(next) > 0) continue;
    const best = parseVersion(found?.spec.version);
    if (best === undefined || candidate.compare(best) >= 0) found = item;
  }
  return found;
}
