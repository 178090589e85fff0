import { cutText } from '../../core/cut-text.ts';
import type { JsonObject } from '../../core/json.ts';
import type { LintRule } from '../../lint/lint-rule.ts';
import { hasSameDigests, toMark } from '../change-plan.ts';
import type { SpecAnswers } from '../checks/spec-answers.ts';
import { findVersion, type VersionRequest } from '../find-version.ts';
import type { NameLooks } from '../publishing/name-looks.ts';
import type { SpecDigests } from '../spec-digests.ts';
import { statusOf } from '../tool-registration.ts';
import { currentOf, type ToolState, type ToolVersion, toRegistration } from '../tool-state.ts';
import type { VersionOrders } from '../version-order.ts';
import type { ToolsetDefinition, ToolsetEntry, ToolsetPin } from './toolset.ts';
import type { ToolsetProblem } from './toolset-errors.ts';

/** What a toolset is looked up in. */
export interface ToolLookup {
  stateOf(name: string): ToolState | undefined;
  documentOf(key: string): JsonObject | undefined;
  /** In milliseconds since 1970. */
  now(): number;
  /** What descriptions are linted with, beside the rules that lint has. */
  readonly rules: readonly LintRule[];
  readonly answers: SpecAnswers;
  readonly digests: SpecDigests;
  readonly looks: NameLooks;
  readonly orders: VersionOrders;
}

/** The pins of a definition, or why it has none. */
export interface Resolution {
  readonly pins: readonly ToolsetPin[];
  readonly problems: readonly ToolsetProblem[];
}

type Problem = Omit<ToolsetProblem, 'tool'>;

/**
 * Finds the version of every tool of a definition, which must come sorted; there are pins for all of them if there are no
 * problems. A tool that is there more than once, which `findClashes` tells of, is looked for once: it may have thousands of
 * versions.
 */
export function resolveToolset(
  { tools }: ToolsetDefinition,
  lookup: Pick<ToolLookup, 'stateOf' | 'now' | 'digests' | 'orders'>,
): Resolution {
  const pins: ToolsetPin[] = [];
  const problems: ToolsetProblem[] = [];
  for (const [index, entry] of tools.entries()) {
    if (tools[index - 1]?.tool === entry.tool) continue;
    const found = resolveEntry(entry, lookup);
    if ('kind' in found) problems.push(Object.freeze({ tool: entry.tool, ...found }));
    else pins.push(toPin(found, lookup.digests));
  }
  return { pins: Object.freeze(pins), problems };
}

/** Which of the pins are not in the catalogue any more as they were; whether the tools may be used plays no part. */
export function findLostPins(
  pins: readonly ToolsetPin[],
  { stateOf, digests }: Pick<ToolLookup, 'stateOf' | 'digests'>,
): readonly ToolsetProblem[] {
  return pins.flatMap((pin) => {
    const found = findPinned(stateOf(pin.tool)?.versions ?? [], pin, digests);
    return 'kind' in found ? [Object.freeze({ tool: pin.tool, ...found })] : [];
  });
}

/** The version that is pinned, among those of its tool, or why it is not there. */
export function findPinned(
  versions: readonly ToolVersion[],
  pin: ToolsetPin,
  digests: SpecDigests,
): ToolVersion | Problem {
  if (versions.length === 0) return notFound;
  const found = versions.find(({ spec }) => spec.version === pin.version);
  const version = describeRequest({ version: pin.version ?? null });
  if (found === undefined) return { kind: 'version-not-found', problem: `has no ${version} any more` };
  if (hasSameDigests(toMark(found, digests), pin)) return found;
  const part = found.digest === pin.digest ? 'another authority' : 'other content';
  return { kind: 'version-changed', problem: `has ${part} in its ${version}` };
}

/** Which version an entry asks for. */
export function requestOf({ range = 'latest', version }: ToolsetEntry): VersionRequest {
  return version === undefined ? { range } : { version };
}

const notFound: Problem = Object.freeze({ kind: 'tool-not-found', problem: 'is not in the catalogue' });

function resolveEntry(
  entry: ToolsetEntry,
  { stateOf, now, orders }: Pick<ToolLookup, 'stateOf' | 'now' | 'orders'>,
): ToolVersion | Problem {
  const state = stateOf(entry.tool);
  const current = state && currentOf(state);
  if (state === undefined || current === undefined) return notFound;
  if (state.quarantine !== undefined) return { kind: 'quarantined', problem: 'is in quarantine' };
  if (!state.enabled) return { kind: 'disabled', problem: 'is disabled' };
  const wanted = requestOf(entry);
  const version = findVersion(state, wanted, orders);
  if (version === undefined) return describeMissing(wanted);
  if (statusOf(toRegistration(state, version), now()) !== 'sunset') return version;
  return {
    kind: 'sunset',
    problem: `has ${describeRequest(wanted)} only past the date on which it was to go`,
  };
}

function describeMissing(wanted: VersionRequest): Problem {
  if ('range' in wanted && wanted.range === 'latest') {
    return { kind: 'deprecated', problem: 'has a current version that is deprecated' };
  }
  const rest = 'range' in wanted ? ' that is not deprecated' : '';
  return { kind: 'version-not-found', problem: `has no ${describeRequest(wanted)}${rest}` };
}

function describeRequest(wanted: VersionRequest): string {
  if ('range' in wanted) return `version in the range ${JSON.stringify(cutText(wanted.range))}`;
  return wanted.version === null
    ? 'version without a number'
    : `version ${JSON.stringify(cutText(wanted.version))}`;
}

function toPin({ spec, digest }: ToolVersion, digests: SpecDigests): ToolsetPin {
  const { name: tool, version } = spec;
  return Object.freeze({
    tool,
    ...(version !== undefined && { version }),
    digest,
    authorityDigest: digests.authorityOf(spec),
  });
}
