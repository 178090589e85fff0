import type { ChangePlan } from '../change-plan.ts';
import { isSameSpec } from '../is-same-spec.ts';
import type { Candidate } from '../rules.ts';
import { currentOf } from '../tool-state.ts';
import { draftKey, fromDraftDocument, type ToolDraft, toDraftDocument } from './tool-draft.ts';

/** Of those that are kept with a draft. */
const MAX_DRAFT_FINDINGS = 100;

/** A version that is to wait for approval. */
export interface DraftProposal {
  readonly candidate: Candidate;
  readonly findings: ToolDraft['findings'];
  /** When, as ISO 8601 in UTC. */
  readonly at: string;
  readonly by: string | undefined;
  readonly reason: string | undefined;
}

/** Plans a draft; it replaces another one of the same version. */
export function proposeDraft(plan: ChangePlan, { candidate, findings, at, by, reason }: DraftProposal): void {
  const { spec, digest } = candidate;
  const key = draftKey(spec.name, spec.version ?? null);
  const known = plan.documentOf(key);
  const before = known && fromDraftDocument(known);
  const state = plan.stateOf(spec.name);
  const base = plan.markOf(state && currentOf(state));
  // Who proposes what another has proposed does not make it theirs: that one could approve it then.
  const first = before !== undefined && isSameSpec(before.spec, spec) ? before : undefined;
  const [author, source] = [first?.by ?? by, first === undefined ? candidate.source : first.source];
  const kept = plan.boundFindings(keepWaived(findings));
  const draft: ToolDraft = Object.freeze({
    spec,
    digest,
    ...(source !== undefined && { source }),
    since: at,
    ...(author !== undefined && { by: author }),
    ...(reason !== undefined && { reason }),
    ...(base !== undefined && { base }),
    findings: Object.freeze([...kept]),
  });
  if (first !== undefined && isSameProposal(first, draft)) return;
  const content = { name: spec.name, from: base, to: plan.markOf({ spec, digest }), findings };
  plan.setDocument('draft-proposed', { ...content, key, after: toDraftDocument(draft) });
}

/** As many as are kept with a draft; those that were waived are needed when it is approved. */
function keepWaived(findings: ToolDraft['findings']): ToolDraft['findings'] {
  const waived = findings.filter(({ waiver }) => waiver !== undefined);
  const others = findings.filter(({ waiver }) => waiver === undefined);
  return [...waived, ...others].slice(0, MAX_DRAFT_FINDINGS);
}

/** Whether proposing a draft again says nothing new. */
function isSameProposal(before: ToolDraft, after: ToolDraft): boolean {
  const contentOf = ({ by, base, findings }: ToolDraft) =>
    JSON.stringify([by, base?.digest, base?.authorityDigest, findings]);
  return contentOf(before) === contentOf(after);
}
