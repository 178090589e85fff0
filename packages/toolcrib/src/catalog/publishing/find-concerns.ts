import type { LintFinding, LintRule } from '../../lint/index.ts';
import { describeLookAlike } from '../../lint/names/look-alike.ts';
import type { CatalogFinding } from '../catalog-event.ts';
import type { Waiver } from '../catalog-options.ts';
import type { ChangePlan } from '../change-plan.ts';
import type { SpecAnswers } from '../checks/spec-answers.ts';
import type { Candidate } from '../rules.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { currentOf, type ToolState } from '../tool-state.ts';
import { removedKey } from './removed-name.ts';
import type { NameIndex } from './tenant-index.ts';

/** How many copies are named that are in no quarantine. */
const MAX_COPIES = 5;

/** What a new version is looked at with. */
export interface Surroundings {
  readonly stateOf: (name: string) => ToolState | undefined;
  /** Asked for when a name is new. */
  readonly index: () => NameIndex;
  readonly rules: readonly LintRule[];
  readonly answers: SpecAnswers;
  readonly waivers: readonly Waiver[];
  /** Where the new version comes from. */
  readonly source: string | undefined;
  /** Whether a tool of this name was removed where changes are reviewed. */
  readonly wasRemoved: (name: string) => boolean;
}

/** What a plan has around a new version. */
export function surroundingsOf(plan: ChangePlan): Pick<Surroundings, 'stateOf' | 'index' | 'wasRemoved'> {
  return {
    stateOf: (name) => plan.stateOf(name),
    index: () => plan.index(),
    wasRemoved: (name) => plan.documentOf(removedKey(name)) !== undefined,
  };
}

const severities: readonly CatalogFinding['severity'][] = ['error', 'warning', 'info'];

/** What there is to say of a new version, beside what it changes: the most severe first. */
export function findConcerns({ spec }: Candidate, surroundings: Surroundings): readonly CatalogFinding[] {
  const { stateOf, rules, waivers, answers } = surroundings;
  const state = stateOf(spec.name);
  const isNew = state === undefined || currentOf(state) === undefined;
  const found = [
    ...answers.lint(spec, { rules, isToolName: (name) => stateOf(name) !== undefined }).map(toFinding),
    ...findCopies(spec, surroundings),
    ...(isNew ? findNamesakes(spec.name, surroundings) : findTakeover(state, surroundings.source)),
  ];
  if (found.length === 0) return found;
  return found
    .map((finding) => waive(finding, waivers))
    .sort((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
}

/** Tools that a new name could be taken for. */
function findNamesakes(name: string, { index, wasRemoved }: Surroundings): readonly CatalogFinding[] {
  const alikes = index()
    .lookAlikes(name)
    .flatMap((other) => describeLookAlike(name, other) ?? [])
    .map(toFinding);
  return wasRemoved(name) ? [...alikes, reusedName()] : alikes;
}

/** Tools that say the same under another name. */
function findCopies(spec: ToolSpec, { stateOf, index }: Surroundings): readonly CatalogFinding[] {
  if (spec.description === undefined) return [];
  const copies = index().copiesOf(spec);
  const isQuarantined = (other: string) => stateOf(other)?.quarantine !== undefined;
  const [blocked, others] = [copies.filter(isQuarantined), copies.filter((other) => !isQuarantined(other))];
  const told = others.length === MAX_COPIES + 1 ? others : others.slice(0, MAX_COPIES);
  return [
    ...blocked.map((other) => copiedFinding(other, true)),
    ...told.map((other) => copiedFinding(other, false)),
    ...(others.length > told.length ? [moreCopies(others.length - told.length)] : []),
  ];
}

/** A tool that is the same under another name escapes what was pinned, permitted or blocked by name. */
function copiedFinding(other: string, isQuarantined: boolean): CatalogFinding {
  return Object.freeze({
    rule: 'copied-definition',
    severity: isQuarantined ? 'error' : 'warning',
    pointer: '/name',
    message: isQuarantined
      ? `It is the tool "${other}", which is in quarantine, under another name.`
      : `It is the same as the tool "${other}", under another name.`,
  });
}

function moreCopies(count: number): CatalogFinding {
  const message = `It is the same as at least ${count} more tools, under other names.`;
  return Object.freeze({ rule: 'copied-definition', severity: 'warning', pointer: '/name', message });
}

/** Whoever remembers the tool of this name takes this one for it. */
function reusedName(): CatalogFinding {
  const message = 'A tool of this name was removed; this is another one.';
  return Object.freeze({ rule: 'reused-name', severity: 'warning', pointer: '/name', message });
}

/** The definition of a version was swapped: what was approved is not what is there. */
export function changedInPlace(): CatalogFinding {
  const message = 'It has other content than what is published under the same version.';
  return Object.freeze({ rule: 'changed-in-place', severity: 'error', pointer: '/version', message });
}

/** Whoever takes over a name takes over what was permitted to it. */
function findTakeover(state: ToolState, source: string | undefined): readonly CatalogFinding[] {
  const before = currentOf(state)?.source;
  const isSame = before === source;
  const message = `It comes from ${describeSource(source)}, and the version before from ${describeSource(before)}.`;
  return [...(isSame ? [] : [finding('source-changed', 'warning', message)]), ...findSwitchedOn(state)];
}

/** A tool that is disabled is switched on by whatever becomes its current version. */
export function findSwitchedOn({ enabled }: ToolState): readonly CatalogFinding[] {
  return enabled
    ? []
    : [finding('switched-on', 'warning', 'The tool is disabled, and would be switched on.')];
}

function finding(rule: string, severity: CatalogFinding['severity'], message: string): CatalogFinding {
  return Object.freeze({ rule, severity, pointer: '', message });
}

function toFinding({ rule, severity, pointer, start, end, message, fix }: LintFinding): CatalogFinding {
  return Object.freeze({
    rule,
    severity,
    pointer,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    message,
    fix,
  });
}

function describeSource(source: string | undefined): string {
  return source === undefined ? 'nowhere that was told' : JSON.stringify(source);
}

function waive(finding: CatalogFinding, waivers: readonly Waiver[]): CatalogFinding {
  // Whoever waives what they have not seen would waive anything.
  const isSeen = finding.rule !== 'more-findings';
  const waiver = isSeen ? waivers.find(({ rule }) => rule === finding.rule)?.reason : undefined;
  return waiver === undefined ? finding : Object.freeze({ ...finding, waiver });
}
