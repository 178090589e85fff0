import { type Clash, versionConflict } from '../catalog-errors.ts';
import type { CatalogEventType, CatalogFinding } from '../catalog-event.ts';
import type { ChangePlan, EventContent } from '../change-plan.ts';
import { isSameSpec } from '../is-same-spec.ts';
import { refuseOption } from '../read-catalog-options.ts';
import { type Candidate, type RegisterContext, register } from '../rules.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { currentOf, type ToolState } from '../tool-state.ts';
import {
  changedInPlace,
  findConcerns,
  findSwitchedOn,
  type Surroundings,
  surroundingsOf,
} from './find-concerns.ts';
import { judgeVersion } from './judge-version.ts';
import { proposeDraft } from './propose-draft.ts';
import { type EffectivePolicy, policyOf } from './publish-policy.ts';
import { eventTypes, publishVersion } from './publish-version.ts';
import { publicationRefused, type Refusal } from './publishing-errors.ts';
import { draftKey } from './tool-draft.ts';

/** What a version becomes if nothing speaks against it. */
interface NewVersion {
  readonly type: CatalogEventType;
  readonly after: ToolState;
}

/** How specs are to be registered. */
export interface RegistrationRequest
  extends RegisterContext,
    Omit<Surroundings, 'stateOf' | 'index' | 'wasRemoved'> {
  readonly candidates: readonly Candidate[];
  readonly by: string | undefined;
  readonly reason: string | undefined;
  readonly isDraft: boolean;
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
    const outcome = register(state, candidate, this.#request);
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
        const from = this.#plan.markOf(state && currentOf(state));
        return { name: spec.name, from, to: this.#plan.markOf({ spec, digest }), findings: verdict.findings };
      }),
      ...clashes.map(({ published, candidate }) => ({
        name: candidate.spec.name,
        from: this.#plan.markOf(published),
        to: this.#plan.markOf(candidate),
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
    // What was published once was looked at then.
    const isKnown = type === 'tool-reactivated';
    const findings = isKnown && state ? findSwitchedOn(state) : findConcerns(candidate, this.#surroundings);
    const { isDraft, answers } = this.#request;
    const { orders } = this.#request.versions;
    const verdict = judgeVersion({ candidate, state, findings, policy, isDraft, isKnown, answers, orders });
    if (verdict.action === 'refuse') this.refusals.push({ spec, digest: candidate.digest, verdict });
    else if (verdict.action === 'hold') this.#hold(candidate, verdict.findings);
    else publishVersion(this.#plan, type, { spec, after, findings: verdict.findings });
  }

  #hold(candidate: Candidate, findings: readonly CatalogFinding[]): void {
    const { spec } = candidate;
    const { at, by, reason } = this.#request;
    if (this.policyOf(spec.name).compatibility === 'review' && by === undefined) {
      refuseOption('by', 'is missing; somebody else has to approve what changes a tool');
    }
    const key = draftKey(spec.name, spec.version ?? null);
    const twin = this.#held.get(key);
    if (twin !== undefined && !isSameSpec(twin.spec, spec)) {
      this.clashes.push({ published: { ...twin, createdAt: at }, candidate });
      return;
    }
    this.#held.set(key, candidate);
    proposeDraft(this.#plan, { candidate, findings, at, by, reason });
  }
}
