import type { CompatibilityFinding } from '../../compat/schema-comparison.ts';
import type { SpecComparison } from '../../compat/spec-comparison.ts';
import type { CatalogFinding } from '../catalog-event.ts';
import type { SpecAnswers } from '../checks/spec-answers.ts';
import type { Candidate } from '../rules.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { currentOf, type ToolState, type ToolVersion } from '../tool-state.ts';
import type { VersionOrders } from '../version-order.ts';
import { authorityStep, findAuthorityChanges } from './authority-changes.ts';
import { boundFinding } from './bound-finding.ts';
import type { EffectivePolicy } from './publish-policy.ts';
import { isSameContent } from './spec-content.ts';
import { findNeighbours, isEnough, largerStep, stepOf, type VersionStep } from './version-step.ts';

/** What becomes of a new version, and why. */
export type Verdict =
  | { readonly action: 'publish' | 'hold'; readonly findings: readonly CatalogFinding[] }
  | {
      readonly action: 'refuse';
      readonly code: 'E_LINT_FAILED';
      readonly findings: readonly CatalogFinding[];
    }
  | {
      readonly action: 'refuse';
      readonly code: 'E_INCOMPATIBLE_VERSION';
      readonly findings: readonly CatalogFinding[];
      /** The version that it follows, or that follows it. */
      readonly base: ToolVersion;
      readonly needs: Exclude<VersionStep, 'patch'>;
    };

/** A new version, and what is known of it. */
export interface Proposal {
  readonly candidate: Candidate;
  /** The tool as it is; undefined if it is new. */
  readonly state: ToolState | undefined;
  /** What was found in the definition, and around it. */
  readonly findings: readonly CatalogFinding[];
  readonly policy: EffectivePolicy;
  /** Whether it is to be a draft anyway. */
  readonly isDraft: boolean;
  /** Whether it was published before: to go back to it is no step forward. */
  readonly isKnown: boolean;
  readonly answers: SpecAnswers;
  /** What its place among the versions is found with. */
  readonly orders?: VersionOrders | undefined;
}

/** Of behavioural changes, which a definition can have thousands of. */
const MAX_CHANGES = 100;

/** Rules whose findings wait for a reviewer even if they are no errors. */
const suspicious: readonly string[] = ['copied-definition', 'source-changed', 'reused-name', 'switched-on'];

/** Decides on a new version by the policy of its tool. */
export function judgeVersion(proposal: Proposal): Verdict {
  const { candidate, state, policy, isDraft, isKnown, answers } = proposal;
  const findings = proposal.findings.map(boundFinding);
  const isRefused = findings.some(({ severity, waiver }) => severity === 'error' && waiver === undefined);
  if (policy.lint === 'block' && isRefused) return { action: 'refuse', code: 'E_LINT_FAILED', findings };
  if (policy.compatibility === 'semver' && state !== undefined && !isKnown) {
    const refusal = judgeStep(proposal, state, findings);
    if (refusal !== undefined) return refusal;
  }
  const current = state && currentOf(state);
  const authority = current === undefined ? [] : findAuthorityChanges(current.spec, candidate.spec);
  if (policy.compatibility !== 'review') {
    return { action: isDraft ? 'hold' : 'publish', findings: [...authority, ...findings] };
  }
  const changes = current === undefined ? [] : findChanges(current.spec, candidate.spec, answers);
  const waits =
    isDraft ||
    authority.length > 0 ||
    changes.length > 0 ||
    findings.some(({ rule, waiver }) => waiver !== undefined || suspicious.includes(rule));
  return { action: waits ? 'hold' : 'publish', findings: [...authority, ...changes, ...findings] };
}

/** What a reviewer has to look at: everything that a model could read otherwise. */
function findChanges(before: ToolSpec, after: ToolSpec, answers: SpecAnswers): readonly CatalogFinding[] {
  const changes = describeChanges(answers.compare(before, after));
  if (changes.length > 0 || isSameContent(before, after)) return changes;
  // Names of arguments and values that are allowed can speak to a model, and break no caller.
  const message = 'Its schemas are others, which breaks no caller, but a model reads them.';
  return [Object.freeze({ rule: 'schema-change', severity: 'warning', pointer: '', message })];
}

/** What is wrong with the number of a version; undefined if nothing is. */
function judgeStep(
  { candidate: { spec }, answers, orders }: Proposal,
  state: ToolState,
  findings: readonly CatalogFinding[],
): Verdict | undefined {
  const { before, after } = findNeighbours(state.versions, spec.version, orders);
  const base = before ?? (after === undefined ? currentOf(state) : undefined);
  const refusal = base && judgePair({ base, from: base.spec, to: spec, answers }, findings);
  // Whoever asks for a range gets from the new version to the next one, too.
  return refusal ?? (after && judgePair({ base: after, from: spec, to: after.spec, answers }, findings));
}

/** Two versions that follow one another, one of which is there already. */
interface VersionPair {
  readonly base: ToolVersion;
  readonly from: ToolSpec;
  readonly to: ToolSpec;
  readonly answers: SpecAnswers;
}

function judgePair(
  { base, from, to, answers }: VersionPair,
  findings: readonly CatalogFinding[],
): Verdict | undefined {
  // A step that is large enough for everything needs no comparison.
  if (isEnough('major', from.version ?? '', to.version ?? '')) return undefined;
  const comparison = answers.compare(from, to);
  const [ofSchemas, ofAuthority] = [stepOf(comparison), authorityStep(from, to)];
  const needs = largerStep(ofSchemas, ofAuthority);
  if (needs === 'patch' || isEnough(needs, from.version ?? '', to.version ?? '')) return undefined;
  const changes = describeChanges(comparison).filter(({ rule }) => rule !== 'behavioural-change');
  const authority = ofAuthority === needs ? findAuthorityChanges(from, to).map(toError) : [];
  const addition: CatalogFinding = Object.freeze({
    rule: 'added-capability',
    severity: 'error',
    pointer: '',
    message: 'It accepts arguments, or promises results, that the version before did not.',
  });
  return {
    action: 'refuse',
    code: 'E_INCOMPATIBLE_VERSION',
    findings: [
      ...authority,
      ...(ofSchemas !== needs ? [] : needs === 'minor' ? [addition] : changes),
      ...findings,
    ],
    base,
    needs,
  };
}

function toError(finding: CatalogFinding): CatalogFinding {
  return Object.freeze({ ...finding, severity: 'error' });
}

/** What a comparison tells, the worst first. */
function describeChanges(comparison: SpecComparison): readonly CatalogFinding[] {
  const { input, output, behavioural } = comparison;
  const isAddition = comparison.declaredVerdict === 'compatible';
  const ofSchemas = [
    ...input.findings.map((finding) =>
      isAddition ? toAddition(finding) : toFinding('/inputSchema', finding),
    ),
    ...output.findings.map((finding) => toFinding('/outputSchema', finding)),
  ];
  return [
    ...ofSchemas.filter(({ rule }) => rule === 'breaking-change'),
    ...ofSchemas.filter(({ rule }) => rule !== 'breaking-change'),
    ...behavioural.slice(0, MAX_CHANGES).map(({ pointer, before, after }): CatalogFinding => {
      const what = before === undefined ? 'is new' : after === undefined ? 'is gone' : 'is another';
      return boundFinding({
        rule: 'behavioural-change',
        severity: 'warning',
        pointer,
        message: `What a model reads there ${what}.`,
      });
    }),
  ];
}

/** What only those notice who send what was never declared. */
function toAddition({ pointer, message, rule }: CompatibilityFinding): CatalogFinding {
  return boundFinding({
    rule: 'added-capability',
    severity: 'warning',
    pointer: `/inputSchema${pointer}`,
    message: `${message} Nobody notices who sends only what was declared. (${rule})`,
  });
}

function toFinding(root: string, { verdict, rule, pointer, message }: CompatibilityFinding): CatalogFinding {
  return boundFinding({
    rule: verdict === 'breaking' ? 'breaking-change' : 'unknown-compatibility',
    severity: 'error',
    pointer: root + pointer,
    message: `${message} (${rule})`,
  });
}
