import { versionConflict } from '../catalog-errors.ts';
import type { ApproveOptions, DraftOptions, PolicyOptions, RegisterAllOptions } from '../catalog-options.ts';
import type { CatalogWriter } from '../catalog-writer.ts';
import { type ChangeMark, type ChangePlan, hasSameDigests } from '../change-plan.ts';
import { diffSpecs } from '../diff-specs.ts';
import { readCandidates } from '../read-candidates.ts';
import {
  readApproveOptions,
  readDraftOptions,
  readPolicyOptions,
  readRegisterOptions,
  readToolName,
  refuseOption,
} from '../read-catalog-options.ts';
import { type Candidate, register } from '../rules.ts';
import type { ToolRegistration } from '../tool-registration.ts';
import type { ToolSpec, ToolSpecInput } from '../tool-spec.ts';
import { currentOf, toRegistration } from '../tool-state.ts';
import { VersionIndex } from '../version-index.ts';
import { findConcerns, surroundingsOf } from './find-concerns.ts';
import { judgeVersion } from './judge-version.ts';
import {
  type EffectivePolicy,
  type PublishPolicy,
  policyKey,
  policyOf,
  readPolicy,
} from './publish-policy.ts';
import { eventTypes, publishVersion } from './publish-version.ts';
import {
  baseChanged,
  draftChanged,
  draftNotFound,
  publicationRefused,
  selfApproval,
} from './publishing-errors.ts';
import { RegistrationPlanner } from './registration-planner.ts';
import { removedKey } from './removed-name.ts';
import {
  DRAFT_PREFIX,
  type DraftReview,
  draftKey,
  fromDraftDocument,
  type ToolDraft,
  toDraftRegistration,
} from './tool-draft.ts';

/** Publishes versions of tools by the policies of a tenant. */
export class Publisher {
  readonly #versions: VersionIndex;
  readonly #writer: CatalogWriter;

  constructor(writer: CatalogWriter) {
    this.#writer = writer;
    this.#versions = new VersionIndex(writer.replica.orders);
  }

  async registerAll(
    specs: Iterable<ToolSpecInput>,
    options: RegisterAllOptions,
  ): Promise<readonly ToolRegistration[]> {
    const { by, reason, source, isDraft, waivers } = readRegisterOptions(options);
    const mark = { by, reason, at: this.#writer.time() };
    const onProgress = this.#writer.sync.guard(options.onProgress);
    const { pause } = this.#writer.answers;
    const reading = readCandidates(specs, source, {
      onProgress,
      pause,
      digests: this.#writer.replica.digests,
      looks: this.#writer.replica.looks,
    });
    // What is read at once is changed before anything that is asked for later.
    const candidates = reading instanceof Promise ? await reading : reading;
    const preparing = this.#writer.replica.prepareIndex(pause);
    if (preparing instanceof Promise) await preparing;
    const request = {
      ...mark,
      candidates,
      source,
      isDraft,
      waivers,
      rules: this.#writer.rules,
      answers: this.#writer.answers,
      versions: this.#versions,
    };
    const planners: RegistrationPlanner[] = [];
    const decide = (plan: ChangePlan) => {
      const planner = new RegistrationPlanner(plan, request);
      planners.push(planner);
      for (const candidate of candidates) planner.add(candidate);
      planner.assertAccepted();
      return candidates.map(({ spec }) =>
        planner.isHeld(spec) ? this.#draftOf(plan, spec) : this.#registrationOf(plan, spec),
      );
    };
    try {
      return Object.freeze(await this.#writer.change(mark, decide, onProgress));
    } catch (error) {
      // Those that were refused for another reason than what they are have nothing to record.
      await this.#record(planners.at(-1), mark);
      throw error;
    }
  }

  /** All drafts, or those of a tool, by name and version. */
  drafts(name?: string): readonly ToolDraft[] {
    const prefix = name === undefined ? DRAFT_PREFIX : draftKey(readToolName(name));
    const drafts = this.#writer.replica.documents(prefix).map(([, document]) => fromDraftDocument(document));
    return Object.freeze(drafts.sort(byName));
  }

  /** What a draft would change, against the version that is current now. */
  review(name: string, options: Pick<DraftOptions, 'version'>): DraftReview {
    readToolName(name);
    const { version } = readDraftOptions(options);
    const drafts = this.drafts(name).filter(
      ({ spec }) => version === undefined || (spec.version ?? null) === version,
    );
    const draft = onlyOne(drafts, name, version);
    const state = this.#writer.replica.stateOf(name);
    const current = state && currentOf(state);
    return Object.freeze({
      draft,
      ...(current && {
        current,
        differences: diffSpecs(current.spec, draft.spec),
        comparison: this.#writer.answers.compare(current.spec, draft.spec),
      }),
    });
  }

  async approve(name: string, options: ApproveOptions): Promise<ToolRegistration> {
    readToolName(name);
    const read = readApproveOptions(options);
    const { version, digest, authorityDigest: authority, by, reason, notProposedBy, proposedBy } = read;
    const mark = { by, reason, at: this.#writer.time() };
    const preparing = this.#writer.replica.prepareIndex(this.#writer.answers.pause);
    if (preparing instanceof Promise) await preparing;
    return await this.#writer.change(mark, (plan) => {
      const draft = this.#findDraft(plan, name, version);
      if (draft.digest !== digest) throw draftChanged(draft, digest);
      if (authority === undefined && draft.spec.authority !== undefined) {
        refuseOption('authorityDigest', 'is missing; the draft states an authority');
      }
      if (authority !== undefined && authority !== this.#writer.replica.digests.authorityOf(draft.spec)) {
        throw draftChanged(draft, digest);
      }
      // In the transaction: another process may have put this draft there a moment ago.
      if (draft.by !== undefined && notProposedBy.includes(draft.by)) throw selfApproval(name, by);
      if (proposedBy !== undefined && proposedBy !== (draft.by ?? null)) throw draftChanged(draft, digest);
      this.#assertMayApprove(plan, draft, by);
      this.#assertSameBase(plan, draft);
      this.#publish(plan, draft, mark.at);
      return this.#registrationOf(plan, draft.spec);
    });
  }

  async discard(name: string, options: DraftOptions): Promise<void> {
    readToolName(name);
    const { version, by, reason } = readDraftOptions(options);
    await this.#writer.change({ by, reason, at: this.#writer.time() }, (plan) => {
      const draft = this.#findDraft(plan, name, version);
      const key = draftKey(name, draft.spec.version ?? null);
      plan.setDocument('draft-discarded', { name, key, after: undefined, to: plan.markOf(draft) });
    });
  }

  /** What holds for a tool, or for those that have no policy of their own. */
  policy(tool?: string): EffectivePolicy {
    if (tool !== undefined) readToolName(tool);
    return Object.freeze(policyOf((key) => this.#writer.replica.document(key), tool));
  }

  async setPolicy(policy: PublishPolicy | null, options: PolicyOptions): Promise<void> {
    const { tool, by, reason } = readPolicyOptions(options);
    const after = policy === null ? undefined : readPolicy(policy, refuseOption);
    await this.#writer.change({ by, reason, at: this.#writer.time() }, (plan) => {
      const key = policyKey(tool);
      if (JSON.stringify(plan.documentOf(key)) === JSON.stringify(after)) return;
      plan.setDocument('policy-changed', { name: tool ?? '', key, after, policy: after ?? null });
    });
  }

  /** Where changes are reviewed, another tool of the same name is one. */
  noteRemoval(plan: ChangePlan, name: string): void {
    const state = plan.stateOf(name);
    const isReviewed = policyOf((key) => plan.documentOf(key), name).compatibility === 'review';
    if (!isReviewed || state === undefined || currentOf(state) === undefined) return;
    plan.putDocument(removedKey(name), Object.freeze({ removedAt: this.#writer.time() }));
  }

  /** That a change was refused is an event of its own, which comes after it. */
  async #record(planner: RegistrationPlanner | undefined, mark: ChangeMark): Promise<void> {
    const refused = planner?.refused() ?? [];
    if (refused.length === 0) return;
    try {
      await this.#writer.change(mark, (plan) => {
        for (const content of refused) plan.tell('publication-refused', content);
      });
    } catch (error) {
      // Whoever registers is told of the refusal itself.
      this.#writer.sync.reportFault(error);
    }
  }

  #findDraft(plan: ChangePlan, name: string, version: string | null | undefined): ToolDraft {
    // What this process has may be behind; the plan is not.
    const found =
      version === undefined
        ? this.drafts(name)
        : [plan.documentOf(draftKey(name, version))].filter(isPresent);
    return onlyOne(found as readonly ToolDraft[], name, version);
  }

  /** Whoever has looked at a draft has compared it with the version that was current then. */
  #assertSameBase(plan: ChangePlan, draft: ToolDraft): void {
    const state = plan.stateOf(draft.spec.name);
    const current = state && currentOf(state);
    const [base, mark] = [draft.base, plan.markOf(current)];
    const isSame = base === undefined || mark === undefined ? base === mark : hasSameDigests(base, mark);
    if (!isSame) throw baseChanged(draft, current?.digest);
  }

  #assertMayApprove(plan: ChangePlan, { spec, by: publisher }: ToolDraft, by: string | undefined): void {
    const { compatibility } = policyOf((key) => plan.documentOf(key), spec.name);
    if (compatibility !== 'review') return;
    // Of a draft that nobody has put their name to, anybody could be the author.
    if (by === undefined || publisher === undefined || by === publisher) throw selfApproval(spec.name, by);
  }

  #publish(plan: ChangePlan, draft: ToolDraft, at: string): void {
    const { spec, digest, source, findings } = draft;
    const { name } = spec;
    const candidate: Candidate = source === undefined ? { spec, digest } : { spec, digest, source };
    const state = plan.stateOf(name);
    const policy = policyOf((key) => plan.documentOf(key), name);
    const outcome = register(state, candidate, { at, versions: this.#versions });
    if (outcome.kind === 'conflict') throw versionConflict([{ published: outcome.published, candidate }]);
    const isKnown = outcome.kind === 'reactivated';
    // What is around it may have changed since it was proposed; what was waived then is waived.
    const waivers = findings.flatMap(({ rule, waiver }) =>
      waiver === undefined ? [] : { rule, reason: waiver },
    );
    const { rules, answers } = this.#writer;
    const surroundings = { ...surroundingsOf(plan), rules, answers, waivers, source };
    const concerns = isKnown ? [] : findConcerns(candidate, surroundings);
    const verdict = judgeVersion({
      ...{ candidate, state, findings: concerns, policy, isDraft: false, isKnown, answers },
      orders: this.#versions.orders,
    });
    if (verdict.action === 'refuse') throw publicationRefused([{ spec, digest, verdict }]);
    if (outcome.kind === 'unchanged') {
      plan.putDocument(draftKey(name, spec.version ?? null), undefined);
      return;
    }
    publishVersion(plan, eventTypes[outcome.kind], {
      spec,
      after: outcome.state,
      proposedBy: draft.by,
      findings,
    });
  }

  /** The registration of a version that was just planned; the very one that the replica has, if that did not change. */
  #registrationOf(plan: ChangePlan, { name, version }: ToolSpec): ToolRegistration {
    const state = plan.stateOf(name);
    const found = state && this.#versions.find(state.versions, version);
    if (state !== undefined && found !== undefined) {
      const { replica } = this.#writer;
      const known = replica.stateOf(name) === state ? replica.get(name) : undefined;
      return known?.spec === found.spec ? known : toRegistration(state, found);
    }
    // Whoever asks has just planned it.
    throw draftNotFound(name, version ?? null);
  }

  /** The registration of a version that was just planned to wait. */
  #draftOf(plan: ChangePlan, { name, version }: ToolSpec): ToolRegistration {
    const document = plan.documentOf(draftKey(name, version ?? null));
    if (document === undefined) throw draftNotFound(name, version);
    return toDraftRegistration(fromDraftDocument(document), plan.stateOf(name)?.enabled ?? true);
  }
}

/** @throws ToolcribError `E_DRAFT_NOT_FOUND`, or ConfigError `E_INVALID_OPTION` if there are several. */
function onlyOne(found: readonly ToolDraft[], name: string, version: string | null | undefined): ToolDraft {
  const [draft, ...others] = found;
  if (draft === undefined) throw draftNotFound(name, version);
  if (others.length === 0) return draft;
  return refuseOption('version', `is missing; there are ${others.length + 1} drafts of "${name}"`);
}

/** In code-unit order, which is not that of the keys: there one name can begin with another. */
function byName({ spec: left }: ToolDraft, { spec: right }: ToolDraft): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return (left.version ?? '') < (right.version ?? '') ? -1 : 1;
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
