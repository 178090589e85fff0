import type { SpecComparison } from '../../compat/spec-comparison.ts';
import { parseVersion } from '../parse-version.ts';
import type { ToolVersion } from '../tool-state.ts';
import { countUpTo, VersionOrders } from '../version-order.ts';

/** The part of a version that has to grow. */
export type VersionStep = 'patch' | 'minor' | 'major';

const steps: readonly VersionStep[] = ['patch', 'minor', 'major'];

/**
 * The step that a change needs: what cannot be shown to be harmless counts as harm. What only those notice who send
 * properties that were never declared is an addition: a new optional argument of an open schema.
 */
export function stepOf({ verdict, declaredVerdict, isAddition }: SpecComparison): VersionStep {
  if (verdict === 'compatible') return isAddition ? 'minor' : 'patch';
  return declaredVerdict === 'compatible' ? 'minor' : 'major';
}

/** The larger of two steps. */
export function largerStep(left: VersionStep, right: VersionStep): VersionStep {
  return steps.indexOf(left) > steps.indexOf(right) ? left : right;
}

/** Whether the step from one version to a later one is large enough. Below 1.0.0 a minor version may break callers. */
export function isEnough(step: VersionStep, before: string, after: string): boolean {
  const [from, to] = [parseVersion(before), parseVersion(after)];
  if (from === undefined || to === undefined) return step === 'patch';
  if (to.major !== from.major) return true;
  const actual: VersionStep = to.minor === from.minor ? 'patch' : from.major === 0 ? 'major' : 'minor';
  return steps.indexOf(actual) >= steps.indexOf(step);
}

/** The versions around a new one, in SemVer. */
export interface Neighbours {
  /** The highest that is not higher; of those that differ in build metadata only, the last. */
  readonly before: ToolVersion | undefined;
  /** The lowest that is higher. */
  readonly after: ToolVersion | undefined;
}

/** Finds the versions that a new one must fit in between. Those that are pre-releases promise nothing and play no part. */
export function findNeighbours(
  versions: readonly ToolVersion[],
  version: string | undefined,
  orders = new VersionOrders(),
): Neighbours {
  const next = parseVersion(version);
  if (next === undefined) return { before: undefined, after: undefined };
  const { releases } = orders.of(versions);
  const count = countUpTo(releases, next);
  return { before: releases[count - 1]?.version, after: releases[count]?.version };
}
