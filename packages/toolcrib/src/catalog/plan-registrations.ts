import { ConfigError } from '../core/errors.ts';
import { type Clash, versionConflict } from './catalog-errors.ts';
import type { CatalogEventType } from './catalog-event.ts';
import type { CatalogProgress } from './catalog-store.ts';
import { type ChangePlan, type EventContent, type PlannedChange, toMark } from './change-plan.ts';
import { describe } from './field-reader.ts';
import {
  changedInPlace,
  findConcerns,
  findSwitchedOn,
  type Surroundings,
} from './publishing/find-concerns.ts';
import { judgeVersion } from './publishing/judge-version.ts';
import { type CompatibilityPolicy, type EffectivePolicy, policyOf } from './publishing/publish-policy.ts';
import { publicationRefused, type Refusal } from './publishing/publishing-errors.ts';
import { removedKey } from './publishing/removed-name.ts';
import { draftKey, fromDraftDocument, type ToolDraft, toDraftDocument } from './publishing/tool-draft.ts';
import { refuseOption } from './read-catalog-options.ts';
import { readSpec } from './read-spec.ts';
import { type Candidate, register } from './rules.ts';
import { digestOfReadSpec } from './spec-digest.ts';
import type { ToolSpec } from './tool-spec.ts';
import { currentOf, type ToolState } from './tool-state.ts';

/** How many specs are read between two reports of progress. */
const PROGRESS_STEP = 500;

/** What is told of a version that was published. */
export const eventTypes = {
  created: 'tool-created',
  updated: 'tool-updated',
  reactivated: 'tool-reactivated',
} as const;

/** What a new version becomes if nothing speaks against it. */
interface NewVersion {
  readonly type: CatalogEventType;
  readonly after: ToolState;
}

/** Of those that are kept with a draft. */
const MAX_DRAFT_FINDINGS = 100;

/** How specs are to be registered. */
export interface RegistrationRequest extends Omit<Surroundings, 'stateOf' | 'index' | 'wasRemoved'> {
  readonly candidates: readonly Candidate[];
  /** When, as ISO 8601 in UTC. */
  readonly at: string;
  readonly by: string | undefined;
  readonly reason: string | undefined;
  readonly isDraft: boolean;
}

/**
 * Reads specs that may come from anywhere.
 *
 * @throws ConfigError `E_INVALID_SPEC`, with the place of the spec in `context.index` if there are several.
 */
export function readCandidates(
  specs: Iterable<ToolSpec>,
  source: string | undefined,
  onProgress?: (progress: CatalogProgress) => void,
): readonly Candidate[] {
  const list = readList(specs);
  const total = list.length;
  return list.map((item, index) => {
    const spec = total === 1 ? readSpec(item) : readAt(item, index);
    const digest = digestOfReadSpec(spec);
    const candidate = source === undefined ? { spec, digest } : { spec, digest, source };
    const done = index + 1;
    if (done % PROGRESS_STEP === 0 || done === total) onProgress?.({ phase: 'checking', done, total });
    return candidate;
  });
}

/** Plans registrations one after another, and collects those that are refused. */
export class RegistrationPlanner {
  readonly clashes: Clash[] = [];
  readonly refusals: Refusal[] = [];
  readonly #held = new Map<string, Candidate>();
  readonly #plan: ChangePlan;
  readonly #request: RegistrationRequest;
  readonly #surroundings: Surroundings;

  constructor(plan: ChangePlan, request: RegistrationRequest) {
    this.#plan = plan;
    this.#request = request;
    this.#surroundings = { ...surroundingsOf(plan), ...request };
  }

  add(candidate: Candidate): void {
    const { spec } = candidate;
    const state = this.#plan.stateOf(spec.name);
    const outcome = register(state, candidate, this.#request.at);
    if (outcome.kind === 'conflict') this.clashes.push({ published: outcome.published, candidate });
    else if (outcome.kind !== 'unchanged') {
      this.#judge(candidate, { type: eventTypes[outcome.kind], after: outcome.state });
    }
  }

  /** Whether this version waits now, and so is not what is published under it. */
  isHeld({ name, version }: ToolSpec): boolean {
    return this.#held.has(draftKey(name, version ?? null));
  }

  /** @throws ToolcribError `E_VERSION_CONFLICT`, `E_LINT_FAILED` or `E_INCOMPATIBLE_VERSION` if any is refused. */
  assertAccepted(): void {
    const [clash, ...clashes] = this.clashes;
    if (clash !== undefined) throw versionConflict([clash, ...clashes]);
    const [refusal, ...refusals] = this.refusals;
    if (refusal !== undefined) throw publicationRefused([refusal, ...refusals]);
  }

  /** What there is to tell of those that were refused. Without a policy a version that is taken changes nothing at all. */
  refused(): readonly EventContent[] {
    const clashes = this.clashes.filter(({ published, candidate }) => {
      const { name } = candidate.spec;
      // What was to be published by the same change is not.
      const isPublished = this.#plan.publishedOf(name)?.versions.includes(published);
      return isPublished && this.policyOf(name).compatibility !== 'none';
    });
    return [
      ...this.refusals.map(({ spec, digest, verdict }) => {
        const state = this.#plan.publishedOf(spec.name);
        const from = toMark(state && currentOf(state));
        return { name: spec.name, from, to: toMark({ spec, digest }), findings: verdict.findings };
      }),
      ...clashes.map(({ published, candidate }) => ({
        name: candidate.spec.name,
        from: toMark(published),
        to: toMark(candidate),
        findings: [changedInPlace()],
      })),
    ];
  }

  policyOf(name: string): EffectivePolicy {
    return policyOf((key) => this.#plan.documentOf(key), name);
  }

  /** Publishes a version, unless something speaks against it. */
  #judge(candidate: Candidate, { type, after }: NewVersion): void {
    const { spec } = candidate;
    const state = this.#plan.stateOf(spec.name);
    const policy = this.policyOf(spec.name);
    // What was published once was looked at then, and is older than what it is compared with.
    const isKnown = type === 'tool-reactivated';
    const verdict = judgeVersion({
      candidate,
      state,
      findings: isKnown && state ? findSwitchedOn(state) : findConcerns(candidate, this.#surroundings),
      policy: isKnown ? { ...policy, compatibility: withoutSteps(policy.compatibility) } : policy,
      isDraft: this.#request.isDraft,
    });
    const { findings } = verdict;
    if (verdict.action === 'refuse') this.refusals.push({ spec, digest: candidate.digest, verdict });
    else if (verdict.action === 'hold') this.#hold(candidate, findings);
    else publish(this.#plan, type, { spec, after, findings });
  }

  #hold(candidate: Candidate, findings: ToolDraft['findings']): void {
    const { spec, digest } = candidate;
    const { at, by, reason } = this.#request;
    if (this.policyOf(spec.name).compatibility === 'review' && by === undefined) {
      refuseOption('by', 'is missing; somebody else has to approve what changes a tool');
    }
    const key = draftKey(spec.name, spec.version ?? null);
    const twin = this.#held.get(key);
    if (twin !== undefined && twin.digest !== digest) {
      this.clashes.push({ published: { ...twin, createdAt: at }, candidate });
      return;
    }
    this.#held.set(key, candidate);
    const known = this.#plan.documentOf(key);
    const before = known && fromDraftDocument(known);
    const state = this.#plan.stateOf(spec.name);
    const base = toMark(state && currentOf(state));
    // Who proposes what another has proposed does not make it theirs: that one could approve it then.
    const first = before?.digest === digest ? before : undefined;
    const [author, source] = [first?.by ?? by, first === undefined ? candidate.source : first.source];
    const draft: ToolDraft = Object.freeze({
      spec,
      digest,
      ...(source !== undefined && { source }),
      since: at,
      ...(author !== undefined && { by: author }),
      ...(reason !== undefined && { reason }),
      ...(base !== undefined && { base }),
      findings: Object.freeze(keepWaived(findings)),
    });
    if (first !== undefined && isSameProposal(first, draft)) return;
    const content = { name: spec.name, from: base, to: toMark({ spec, digest }), findings };
    this.#plan.setDocument('draft-proposed', { ...content, key, after: toDraftDocument(draft) });
  }
}

/** To go back to an earlier version is no step forward. */
function withoutSteps(compatibility: CompatibilityPolicy): CompatibilityPolicy {
  return compatibility === 'semver' ? 'none' : compatibility;
}

/** As many as are kept with a draft; those that were waived are needed when it is approved. */
function keepWaived(findings: ToolDraft['findings']): ToolDraft['findings'] {
  const waived = findings.filter(({ waiver }) => waiver !== undefined);
  const others = findings.filter(({ waiver }) => waiver === undefined);
  return [...waived, ...others].slice(0, MAX_DRAFT_FINDINGS);
}

/** Whether proposing a draft again says nothing new. */
function isSameProposal(before: ToolDraft, after: ToolDraft): boolean {
  const contentOf = ({ by, base, findings }: ToolDraft) => JSON.stringify([by, base?.digest, findings]);
  return contentOf(before) === contentOf(after);
}

/** What a plan has around a new version. */
export function surroundingsOf(plan: ChangePlan): Pick<Surroundings, 'stateOf' | 'index' | 'wasRemoved'> {
  return {
    stateOf: (name) => plan.stateOf(name),
    index: () => plan.index(),
    wasRemoved: (name) => plan.documentOf(removedKey(name)) !== undefined,
  };
}

/** A version that is published, with what was found. */
export interface Publication extends Pick<PlannedChange, 'findings' | 'proposedBy'> {
  readonly spec: ToolSpec;
  readonly after: ToolState;
}

/** Publishes a version; a draft of it, and that there was another tool of its name, are done with. */
export function publish(plan: ChangePlan, type: CatalogEventType, { spec, ...change }: Publication): void {
  const { name, version = null } = spec;
  plan.putDocument(draftKey(name, version), undefined);
  plan.putDocument(removedKey(name), undefined);
  plan.set(type, { name, ...change });
}

function readList(specs: Iterable<ToolSpec>): readonly unknown[] {
  const isIterable = typeof specs === 'object' && specs !== null && Symbol.iterator in specs;
  return isIterable ? [...specs] : refuseOption('specs', `must be a list of specs, not ${describe(specs)}`);
}

function readAt(value: unknown, index: number): ToolSpec {
  try {
    return readSpec(value);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.code, error.message, { context: { ...error.context, index } });
  }
}
