import type { ToolDigest } from '../core/digest.ts';
import {
  catalogChanged,
  toolDisabled,
  toolNotFound,
  toolQuarantined,
  toolSunset,
  versionNotFound,
} from './catalog-errors.ts';
import type { CatalogEvent, CatalogEventType } from './catalog-event.ts';
import type {
  ApproveOptions,
  ChangeOptions,
  DeprecateOptions,
  DraftOptions,
  EventsOptions,
  PolicyOptions,
  QuarantineOptions,
  RegisterAllOptions,
  RegisterOptions,
  ResolveOptions,
  RestoreOptions,
  SubscribeOptions,
  UndeprecateOptions,
} from './catalog-options.ts';
import type { CatalogStore, DeprecatedUse } from './catalog-store.ts';
import type { CatalogSync } from './catalog-sync.ts';
import type { CatalogWriter } from './catalog-writer.ts';
import type { ChangeMark, ChangePlan } from './change-plan.ts';
import { diffInPieces, type SnapshotDiff } from './diff-snapshots.ts';
import { findVersion, type VersionRequest } from './find-version.ts';
import type { ListOptions } from './list-options.ts';
import { doWithPauses, type Pause, type Pieces } from './pieces.ts';
import { planRestore, readRestored } from './plan-restore.ts';
import { inspectSource, type SourceReport } from './publishing/inspect-source.ts';
import type { EffectivePolicy, PublishPolicy } from './publishing/publish-policy.ts';
import { Publisher } from './publishing/publisher.ts';
import type { DraftReview, ToolDraft } from './publishing/tool-draft.ts';
import {
  assertSpecName,
  readChangeOptions,
  readDeprecateOptions,
  readDraftOptions,
  readEventsOptions,
  readListOptions,
  readQuarantineOptions,
  readReaderOptions,
  readResolveOptions,
  readRestoreOptions,
  readSubscribeOptions,
  readToolName,
  readWanted,
  refuseOption,
} from './read-catalog-options.ts';
import { readInPieces } from './read-snapshot.ts';
import * as rules from './rules.ts';
import type { SpecDigests } from './spec-digests.ts';
import { toSnapshot } from './to-snapshot.ts';
import { statusOf, type ToolRegistration } from './tool-registration.ts';
import type { QuarantinedName, ToolRegistrySnapshot } from './tool-registry-snapshot.ts';
import type { ToolSpec, ToolSpecInput } from './tool-spec.ts';
import { currentOf, type ToolState, type ToolVersion, toRegistration } from './tool-state.ts';
import { Toolsets } from './toolsets/toolsets.ts';

const NO_VERSIONS: readonly ToolVersion[] = Object.freeze([]);
/** Stands in for a tool that is not there, so that a range is checked whether there is one or not. */
const NO_TOOL: ToolState = Object.freeze({ name: '', enabled: false, current: 0, versions: NO_VERSIONS });

/** What a catalogue is made of. */
export interface CatalogParts {
  readonly writer: CatalogWriter;
  readonly store: CatalogStore;
  readonly tenant: string;
}

/** What a restore would change; frozen. */
export type RestorePreview = {
  /** What the catalogue holds now. */
  readonly before: ToolRegistrySnapshot;
  /** The number of the last event that `before` takes into account, for `RestoreOptions.expectedSequence`. */
  readonly sequence: number;
  /** The snapshot as it was read, with its fields in the order of `ToolCatalog.snapshot`. */
  readonly after: ToolRegistrySnapshot;
  readonly diff: SnapshotDiff;
};

/**
 * The tools that exist for one tenant: every version that was published, which one is current, and whether the tool may
 * be used. Reads answer at once, from a replica in this process that follows the store; changes are in the store, and
 * in the replica, when their promise resolves. Made by `openCatalog()`.
 *
 * It runs nothing and knows no callers: which code belongs to a tool is the matter of `sealCatalog()`, who may call it
 * that of a runtime. Methods that change something reject with `E_STORE_…` when the store does, and with
 * `E_CATALOG_CLOSED` after `close()`.
 */
export class ToolCatalog {
  readonly tenant: string;
  /** Named selections of the tools. */
  readonly toolsets: Toolsets;
  readonly #writer: CatalogWriter;
  readonly #sync: CatalogSync;
  readonly #store: CatalogStore;
  readonly #publisher: Publisher;
  /** Deeply frozen, so that they stay what they were when they were read. */
  readonly #readSnapshots = new WeakSet<ToolRegistrySnapshot>();

  static {
    // Who can edit a catalogue can look into other tenants, and keep a tool that was switched off.
    Object.freeze(ToolCatalog.prototype);
  }

  /** @internal */
  constructor({ writer, store, tenant }: CatalogParts) {
    this.tenant = tenant;
    this.toolsets = new Toolsets(writer);
    this.#writer = writer;
    this.#sync = writer.sync;
    this.#store = store;
    this.#publisher = new Publisher(writer);
    Object.freeze(this);
  }

  /** The number of the last event that reads take into account. */
  get sequence(): number {
    return this.#sync.replica.sequence;
  }

  /** The time by the clock of the catalogue, as ISO 8601 in UTC. */
  time(): string {
    return this.#writer.time();
  }

  /**
   * The current version of a tool, whatever its status; or exactly the version that is asked for (`null` is the one
   * without a version), also a deprecated one; or the highest SemVer version in a range that is not deprecated, where
   * `latest` is the current one.
   *
   * @throws ConfigError `E_INVALID_OPTION` if that is neither a version nor a range.
   */
  get(name: string, wanted?: VersionRequest): ToolRegistration | undefined {
    if (wanted === undefined) return this.#sync.replica.get(name);
    const state = this.#sync.replica.stateOf(name) ?? NO_TOOL;
    const version = findVersion(state, readWanted(wanted), this.#sync.replica.orders);
    if (version === undefined) return undefined;
    return version === currentOf(state) ? this.#sync.replica.get(name) : toRegistration(state, version);
  }

  /** Every version of a tool, in the order of their first registration; empty if there is no such tool. */
  versions(name: string): readonly ToolVersion[] {
    return this.#sync.replica.stateOf(name)?.versions ?? NO_VERSIONS;
  }

  /** As the function `authorityDigest`, for a spec of this catalog: it is computed once, and kept for as long as the spec is. */
  authorityDigest(spec: ToolSpec): ToolDigest {
    return this.#sync.replica.digests.authorityOf(spec);
  }

  /** @internal */
  get digests(): SpecDigests {
    return this.#sync.replica.digests;
  }

  /** Yields to other work; undefined if the catalog has no pauses. @internal */
  get pause(): Pause | undefined {
    return this.#writer.answers.pause;
  }

  /**
   * Tools by name, in code-unit order: by default all that can be used. With `after` and `limit` in pages: the name of the
   * last one leads to the next page.
   *
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  list(options?: ListOptions): readonly ToolRegistration[] {
    const { replica } = this.#sync;
    return replica.list(this.#writer.now, options === undefined ? options : readListOptions(options));
  }

  /**
   * The names in quarantine, in code-unit order: those of tools, and those without a tool, which `list` does not have. A name
   * has no tool if it was blocked before it was used, or its tool was removed.
   */
  quarantinedNames(): readonly QuarantinedName[] {
    return this.#sync.replica
      .quarantined()
      .flatMap(({ name, quarantine }) => (quarantine ? [Object.freeze({ name, quarantine })] : []));
  }

  /** All that there is, as JSON. */
  snapshot(): ToolRegistrySnapshot {
    const { replica } = this.#sync;
    return toSnapshot(replica.states(), replica.documents());
  }

  /**
   * Publishes a spec. A new name is created; a spec that is identical to the current one changes nothing; another version
   * becomes the current one, and enables the tool; so does an earlier version with its exact content.
   *
   * New versions are linted, and held against the policy of the tool: what has to wait for approval is answered with a
   * `draft`, and is not published. That something was refused is an event too.
   *
   * @throws ConfigError `E_INVALID_SPEC` with `context.field`.
   * @throws ToolcribError `E_VERSION_CONFLICT` if that version is published with other content; `E_LINT_FAILED`, or
   * `E_INCOMPATIBLE_VERSION`, with `context.findings`. Nothing has changed then.
   */
  async register(spec: ToolSpecInput, options: RegisterOptions = {}): Promise<ToolRegistration> {
    const [registration] = await this.registerAll([spec], options);
    // One spec, one answer.
    return registration as ToolRegistration;
  }

  /**
   * Publishes specs in one transaction, one after another as `register` does: all of them, or none if one is refused.
   *
   * @throws ConfigError `E_INVALID_SPEC` with `context.field`, and with `context.index` if there are several.
   * @throws ToolcribError `E_VERSION_CONFLICT` with all of them in `context.conflicts`; `E_LINT_FAILED`, or
   * `E_INCOMPATIBLE_VERSION`, with all of them in `context.refusals`.
   */
  async registerAll(
    specs: Iterable<ToolSpecInput>,
    options: RegisterAllOptions = {},
  ): Promise<readonly ToolRegistration[]> {
    return await this.#publisher.registerAll(specs, options);
  }

  /**
   * Runs a read that lints or compares, `reviewDraft` or `toolsets.plan`, with what `CatalogOptions.checks` answers. The
   * function runs several times, and the last answer counts. The checks are told `by`, who reads.
   *
   * @throws ToolcribError `E_PLAN_STALE` if what it reads changes all the time, and whatever the checks reject with.
   */
  async readChecked<Value>(read: () => Value, options: Pick<ChangeOptions, 'by'> = {}): Promise<Value> {
    return await this.#writer.read(read, readReaderOptions(options));
  }

  /** The versions that wait for approval, or those of one tool, by name and version. */
  drafts(name?: string): readonly ToolDraft[] {
    return this.#publisher.drafts(name);
  }

  /**
   * What a draft would change, against the version that is current now.
   *
   * @throws ToolcribError `E_DRAFT_NOT_FOUND`.
   */
  reviewDraft(name: string, options: Pick<DraftOptions, 'version'> = {}): DraftReview {
    return this.#publisher.review(name, options);
  }

  /**
   * Publishes a draft. Where the policy of the tool is `review`, `by` must be somebody other than whoever has proposed it.
   * Who they are is for the host to know; nothing is checked with it but that.
   *
   * @throws ToolcribError `E_DRAFT_NOT_FOUND`; `E_PLAN_STALE` if the draft is another one by now, or the version
   * that it was compared with is not current any more; `E_SELF_APPROVAL`.
   */
  async approve(name: string, options: ApproveOptions): Promise<ToolRegistration> {
    return await this.#publisher.approve(name, options);
  }

  /** Drops a draft. @throws ToolcribError `E_DRAFT_NOT_FOUND`. */
  async discard(name: string, options: DraftOptions = {}): Promise<void> {
    await this.#publisher.discard(name, options);
  }

  /** The policy that holds for a tool, or for those that have none of their own. */
  policy(tool?: string): EffectivePolicy {
    return this.#publisher.policy(tool);
  }

  /**
   * Sets how specs are published, for the tenant or for one tool; `null` takes a policy back. It holds in every process.
   *
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  async setPolicy(policy: PublishPolicy | null, options: PolicyOptions = {}): Promise<void> {
    await this.#publisher.setPolicy(policy, options);
  }

  /**
   * Compares what a source offers now with what is published from there, and records an event for each difference that
   * somebody should look at: a tool under another name, other content under the same version, tools that came or went, a name
   * that belongs to another source. Nothing is published. What was found the last time already is not recorded again.
   */
  async inspectSource(
    source: string,
    specs: Iterable<ToolSpecInput>,
    options: ChangeOptions = {},
  ): Promise<SourceReport> {
    return await inspectSource(this.#writer, { source, specs, options });
  }

  /**
   * Switches a tool on or off, with all its versions, until it is switched again or another version is registered, which
   * switches it on: `quarantine` is what outlives that.
   *
   * @throws ToolcribError `E_TOOL_NOT_FOUND`.
   */
  async setEnabled(name: string, enabled: boolean, options: ChangeOptions = {}): Promise<ToolRegistration> {
    if (typeof enabled !== 'boolean') refuseOption('enabled', 'must be true or false');
    return await this.#changeTool(name, this.#mark(options), (state) => ({
      type: enabled ? 'tool-enabled' : 'tool-disabled',
      after: rules.setEnabled(state, enabled),
    }));
  }

  /**
   * Says that a version is on its way out: it is found only by whoever asks for exactly that version, and
   * `deprecatedUses()` tells who does. Answers its registration.
   *
   * @throws ToolcribError `E_TOOL_NOT_FOUND`, or `E_VERSION_NOT_FOUND`.
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  async deprecate(name: string, options: DeprecateOptions): Promise<ToolRegistration> {
    const { deprecation, version, by } = readDeprecateOptions(options);
    const mark = { by, reason: deprecation.message, at: this.#writer.time() };
    return await this.#changeTool(name, mark, (state) => {
      const about = versionOf(state, version);
      return { type: 'tool-deprecated', after: rules.setDeprecation(state, about, deprecation), about };
    });
  }

  /** Takes a deprecation back. @throws as `deprecate` does. */
  async undeprecate(name: string, options: UndeprecateOptions = {}): Promise<ToolRegistration> {
    const { version, ...mark } = readDraftOptions(options);
    return await this.#changeTool(name, { ...mark, at: this.#writer.time() }, (state) => {
      const about = versionOf(state, version);
      return { type: 'tool-undeprecated', after: rules.setDeprecation(state, about, undefined), about };
    });
  }

  /**
   * Makes a tool unavailable, with every version that it has or will get, until it is released. If it is in quarantine
   * already nothing changes. A name without a tool can be put there too, and answers undefined: removing a tool does not
   * save it, and a name can be blocked before it is used.
   */
  async quarantine(name: string, options: QuarantineOptions): Promise<ToolRegistration | undefined> {
    const { by, reason } = readQuarantineOptions(options);
    assertSpecName(name);
    const mark = { by, reason, at: this.#writer.time() };
    const entry = Object.freeze({ reason, since: mark.at, ...(by !== undefined && { by }) });
    return await this.#writer.change(mark, (plan) => {
      const after = rules.quarantine(plan.stateOf(name), name, entry);
      const about = currentOf(after);
      plan.set('tool-quarantined', { name, after, about });
      return about && this.#registrationOf(after, about.spec.version);
    });
  }

  /**
   * Ends a quarantine; nothing changes if there is none. Answers undefined if the tool was removed meanwhile: then the
   * name is free again.
   *
   * @throws ToolcribError `E_TOOL_NOT_FOUND` if there is neither a tool nor a quarantine of that name.
   */
  async release(name: string, options: ChangeOptions = {}): Promise<ToolRegistration | undefined> {
    readToolName(name);
    return await this.#writer.change(this.#mark(options), (plan) => {
      const state = plan.stateOf(name);
      if (state === undefined) throw toolNotFound(name);
      const [after, about] = [rules.release(state), currentOf(state)];
      plan.set('tool-released', { name, after, about });
      return about && this.#registrationOf(after, about.spec.version);
    });
  }

  /**
   * Removes a tool with all its versions; answers whether there was one. Events and quarantine outlive it: what is
   * registered later under the name of a tool that was in quarantine is so again.
   */
  async remove(name: string, options: ChangeOptions = {}): Promise<boolean> {
    readToolName(name);
    return await this.#writer.change(this.#mark(options), (plan) => {
      const state = plan.stateOf(name);
      if (state === undefined) return false;
      this.#publisher.noteRemoval(plan, name);
      plan.set('tool-removed', { name, after: rules.remove(state) });
      return currentOf(state) !== undefined;
    });
  }

  /**
   * Replaces everything that the tenant has by what a snapshot holds, in one transaction: a quarantine that is not in the
   * snapshot is gone afterwards. There is an event for each tool that is another one now.
   *
   * @throws ConfigError `E_INVALID_SNAPSHOT` with `context.path`.
   * @throws ToolcribError `E_PRECONDITION_FAILED` if anything has happened after `expectedSequence`; nothing has changed.
   */
  async restore(snapshot: ToolRegistrySnapshot, options: RestoreOptions = {}): Promise<void> {
    const { expectedSequence, ...given } = readRestoreOptions(options);
    const mark = { ...given, at: this.#writer.time() };
    const pieces = readRestored(this.#readInPieces(snapshot), this.#sync.replica);
    const reading = doWithPauses(pieces, this.#writer.answers.pause);
    const wanted = reading instanceof Promise ? await reading : reading;
    const { replica } = this.#sync;
    const assertCurrent = () => {
      if (expectedSequence !== undefined && expectedSequence !== replica.sequence) {
        throw catalogChanged(replica.sequence, expectedSequence);
      }
    };
    const onProgress = this.#sync.guard(options.onProgress);
    const decide = (plan: ChangePlan) => planRestore(plan, replica, wanted);
    await this.#writer.changeInPieces(mark, decide, { assertCurrent, onProgress });
  }

  /**
   * What {@link ToolCatalog.restore | restore} would change, by what the store has now. Changes nothing.
   *
   * @throws ConfigError `E_INVALID_SNAPSHOT` with `context.path`.
   */
  async previewRestore(snapshot: ToolRegistrySnapshot): Promise<RestorePreview> {
    const { pause } = this.#writer.answers;
    const after = await doWithPauses(this.#readInPieces(snapshot), pause);
    await this.refresh();
    // Without a pause in between, so that they belong together.
    const { sequence } = this;
    const before = this.snapshot();
    const diff = await doWithPauses(diffInPieces(before, after), pause);
    return Object.freeze({ before, sequence, after, diff });
  }

  /** What has happened after event `after`, in order: at most `limit` events, 1,000 unless told. */
  async events(after = 0, options: EventsOptions = {}): Promise<readonly CatalogEvent[]> {
    const { limit } = readEventsOptions(after, options);
    return await this.#store.events(this.tenant, after, limit);
  }

  /**
   * Tells a listener of every event from now on, or after event `after`, by whomever: each once, and in order. The
   * listener may read and change the catalogue; what it throws, or rejects with, goes to `onFault`. Answers a function that
   * ends it; `close()` ends it too.
   *
   * @throws ToolcribError `E_CATALOG_CLOSED`.
   */
  subscribe(listener: (event: CatalogEvent) => void, options: SubscribeOptions = {}): () => void {
    readSubscribeOptions(listener, options);
    return this.#sync.subscribe(listener, options.after);
  }

  /** Catches up with the store now, instead of soon; rejects if that cannot be read, and after `close()`. */
  async refresh(): Promise<void> {
    await this.#sync.refresh();
  }

  /**
   * The version of a tool that somebody is to use, by default the latest. That one uses a deprecated version, which they
   * have asked for exactly, is recorded.
   *
   * @throws ToolcribError `E_TOOL_NOT_FOUND`, `E_TOOL_QUARANTINED`, `E_TOOL_DISABLED` or `E_VERSION_NOT_FOUND`; after the
   * date of a deprecation `E_TOOL_SUNSET`, with what to use instead in `context.replacement`.
   */
  async resolve(name: string, options: ResolveOptions): Promise<ToolRegistration> {
    readToolName(name);
    const { consumer, wanted } = readResolveOptions(options);
    this.#sync.assertOpen();
    const state = this.#sync.replica.stateOf(name);
    const registration = this.get(name, wanted);
    if (state === undefined || currentOf(state) === undefined) throw toolNotFound(name);
    if (state.quarantine !== undefined) throw toolQuarantined(name, state.quarantine.reason);
    if (!state.enabled) throw toolDisabled(name);
    // Whoever asks for a range is not given what is deprecated, but is told when it has gone.
    const asked = registration ?? toRegistrationIn(state, wanted);
    if (asked !== undefined && statusOf(asked, this.#writer.now()) === 'sunset') throw toolSunset(asked);
    if (registration === undefined) throw versionNotFound(state, wanted);
    if (registration.deprecation !== undefined) {
      const { version } = registration.spec;
      const use = { name, ...(version !== undefined && { version }), consumer };
      await this.#store.recordUses(this.tenant, [{ ...use, at: this.#writer.time() }]);
    }
    return registration;
  }

  /** Who has resolved deprecated versions, by name, version and consumer. Removing a tool does not remove them. */
  async deprecatedUses(): Promise<readonly DeprecatedUse[]> {
    return await this.#store.uses(this.tenant);
  }

  /** Stops following the store. Reads go on with what the replica holds; the store stays its owner's. */
  close(): void {
    this.#sync.close();
  }

  /** Makes a change of a tool that must exist, and answers the registration of the version that it is about. */
  async #changeTool(
    name: string,
    mark: ChangeMark,
    decide: (state: ToolState) => ToolDecision,
  ): Promise<ToolRegistration> {
    readToolName(name);
    return await this.#writer.change(mark, (plan) => {
      const state = plan.stateOf(name);
      const current = state && currentOf(state);
      if (state === undefined || current === undefined) throw toolNotFound(name);
      const { type, after, about = current } = decide(state);
      plan.set(type, { name, after, about });
      return this.#registrationOf(after, about.spec.version);
    });
  }

  /** The registration of a version that is there; the very one that `get` gives, if the tool is as it was. */
  #registrationOf(state: ToolState | undefined, version: string | undefined): ToolRegistration {
    const found = state?.versions.find(({ spec }) => spec.version === version);
    // Whoever asks has just found or planned it.
    if (state === undefined || found === undefined) throw toolNotFound(String(state?.name));
    const { replica } = this.#sync;
    const known = replica.stateOf(state.name) === state ? replica.get(state.name) : undefined;
    return known?.spec === found.spec ? known : toRegistration(state, found);
  }

  /** A snapshot that was read before is not read again. */
  *#readInPieces(snapshot: ToolRegistrySnapshot): Pieces<ToolRegistrySnapshot> {
    if (this.#readSnapshots.has(snapshot)) return snapshot;
    const read = yield* readInPieces(snapshot);
    this.#readSnapshots.add(read);
    return read;
  }

  #mark(options: ChangeOptions): ChangeMark {
    return { ...readChangeOptions(options), at: this.#writer.time() };
  }
}

/** What becomes of one tool, and which version the event is about. */
interface ToolDecision {
  readonly type: CatalogEventType;
  readonly after: ToolState;
  /** @default the current one */
  readonly about?: ToolVersion;
}

/** The registration that would be found if nothing were deprecated. */
function toRegistrationIn(state: ToolState, wanted: VersionRequest): ToolRegistration | undefined {
  const versions = state.versions.map(({ deprecation: _, ...version }) => version);
  const found = findVersion({ ...state, versions }, wanted);
  const version = state.versions.find(({ spec }) => spec === found?.spec);
  return version && toRegistration(state, version);
}

function versionOf(state: ToolState, version: string | null | undefined): ToolVersion {
  const wanted = version === undefined ? undefined : { version };
  const found = wanted === undefined ? currentOf(state) : findVersion(state, wanted);
  if (found === undefined) throw versionNotFound(state, wanted);
  return found;
}
