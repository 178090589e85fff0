import { toolDisabled, toolNotFound, toolQuarantined, versionNotFound } from './catalog-errors.ts';
import type { CatalogEvent, CatalogEventType } from './catalog-event.ts';
import type {
  BulkChangeOptions,
  ChangeOptions,
  DeprecateOptions,
  EventsOptions,
  QuarantineOptions,
  ResolveOptions,
  SubscribeOptions,
  UndeprecateOptions,
} from './catalog-options.ts';
import type { CatalogProgress, CatalogStore, DeprecatedUse } from './catalog-store.ts';
import type { CatalogSync } from './catalog-sync.ts';
import { type ChangeMark, ChangePlan } from './change-plan.ts';
import { findVersion, type VersionRequest } from './find-version.ts';
import type { ListOptions } from './list-options.ts';
import { planRegistrations, readCandidates } from './plan-registrations.ts';
import { planRestore } from './plan-restore.ts';
import {
  assertSpecName,
  readChangeOptions,
  readDeprecateOptions,
  readEventsOptions,
  readListOptions,
  readQuarantineOptions,
  readResolveOptions,
  readSubscribeOptions,
  readToolName,
  readUndeprecateOptions,
  readWanted,
  refuseOption,
} from './read-catalog-options.ts';
import { readSnapshot } from './read-snapshot.ts';
import * as rules from './rules.ts';
import { toSnapshot } from './to-snapshot.ts';
import { toStates } from './to-states.ts';
import type { ToolRegistration } from './tool-registration.ts';
import type { ToolRegistrySnapshot } from './tool-registry-snapshot.ts';
import type { ToolSpec } from './tool-spec.ts';
import { currentOf, type ToolState, type ToolVersion, toRegistration } from './tool-state.ts';

const NO_VERSIONS: readonly ToolVersion[] = Object.freeze([]);
/** Stands in for a tool that is not there, so that a range is checked whether there is one or not. */
const NO_TOOL: ToolState = Object.freeze({ name: '', enabled: false, current: 0, versions: NO_VERSIONS });

/** What a catalogue is made of. */
export interface CatalogParts {
  readonly sync: CatalogSync;
  readonly store: CatalogStore;
  readonly tenant: string;
  /** The time as ISO 8601 in UTC. */
  readonly time: () => string;
}

/**
 * The tools that exist for one tenant: every version that was published, which one is current, and whether the tool may
 * be used. Reads answer at once, from a replica in this process that follows the store; changes are in the store, and
 * in the replica, when their promise resolves. Made by `openCatalog()`.
 *
 * It runs nothing and knows no callers: which code belongs to a tool is the matter of `sealCatalog()`, who may call it
 * that of a runtime. Methods that change something reject with `E_STORE_FAILED` when the store does, and with
 * `E_CATALOG_CLOSED` after `close()`.
 */
export class ToolCatalog {
  readonly tenant: string;
  readonly #sync: CatalogSync;
  readonly #store: CatalogStore;
  readonly #time: () => string;

  static {
    // Who can edit a catalogue can look into other tenants, and keep a tool that was switched off.
    Object.freeze(ToolCatalog.prototype);
  }

  /** @internal */
  constructor({ sync, store, tenant, time }: CatalogParts) {
    this.tenant = tenant;
    this.#sync = sync;
    this.#store = store;
    this.#time = time;
    Object.freeze(this);
  }

  /** The number of the last event that reads take into account. */
  get sequence(): number {
    return this.#sync.replica.sequence;
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
    const version = findVersion(state, readWanted(wanted));
    if (version === undefined) return undefined;
    return version === currentOf(state) ? this.#sync.replica.get(name) : toRegistration(state, version);
  }

  /** Every version of a tool, in the order of their first registration; empty if there is no such tool. */
  versions(name: string): readonly ToolVersion[] {
    return this.#sync.replica.stateOf(name)?.versions ?? NO_VERSIONS;
  }

  /**
   * Tools by name, in code-unit order: by default all that can be used. With `after` and `limit` in pages: the name of the
   * last one leads to the next page.
   *
   * @throws ConfigError `E_INVALID_OPTION`.
   */
  list(options?: ListOptions): readonly ToolRegistration[] {
    return this.#sync.replica.list(options === undefined ? options : readListOptions(options));
  }

  /** All that there is, as JSON. */
  snapshot(): ToolRegistrySnapshot {
    return toSnapshot(this.#sync.replica.states());
  }

  /**
   * Publishes a spec. A new name is created; a spec that is identical to the current one changes nothing; another version
   * becomes the current one, and enables the tool; so does an earlier version with its exact content.
   *
   * @throws ConfigError `E_INVALID_SPEC` with `context.field`.
   * @throws ToolcribError `E_VERSION_CONFLICT` if that version is published with other content; nothing has changed.
   */
  async register(spec: ToolSpec, options: ChangeOptions = {}): Promise<ToolRegistration> {
    const [registration] = await this.registerAll([spec], options);
    // One spec, one answer.
    return registration as ToolRegistration;
  }

  /**
   * Publishes specs in one transaction, one after another as `register` does: all of them, or none if one is refused.
   *
   * @throws ConfigError `E_INVALID_SPEC` with `context.field`, and with `context.index` if there are several.
   * @throws ToolcribError `E_VERSION_CONFLICT` with all of them in `context.conflicts`.
   */
  async registerAll(
    specs: Iterable<ToolSpec>,
    options: BulkChangeOptions = {},
  ): Promise<readonly ToolRegistration[]> {
    const mark = this.#mark(options);
    const onProgress = this.#sync.guard(options.onProgress);
    const candidates = readCandidates(specs, onProgress);
    const decide = (plan: ChangePlan) => {
      planRegistrations(plan, candidates, mark.at);
      return candidates.map(({ spec }) => this.#registrationOf(plan.stateOf(spec.name), spec.version));
    };
    return Object.freeze(await this.#change(mark, decide, onProgress));
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
    const mark = { by, reason: deprecation.message, at: this.#time() };
    return await this.#changeTool(name, mark, (state) => {
      const about = versionOf(state, version);
      return { type: 'tool-deprecated', after: rules.setDeprecation(state, about, deprecation), about };
    });
  }

  /** Takes a deprecation back. @throws as `deprecate` does. */
  async undeprecate(name: string, options: UndeprecateOptions = {}): Promise<ToolRegistration> {
    const { version, ...mark } = readUndeprecateOptions(options);
    return await this.#changeTool(name, { ...mark, at: this.#time() }, (state) => {
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
    const mark = { by, reason, at: this.#time() };
    const entry = Object.freeze({ reason, since: mark.at, ...(by !== undefined && { by }) });
    return await this.#change(mark, (plan) => {
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
    return await this.#change(this.#mark(options), (plan) => {
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
    return await this.#change(this.#mark(options), (plan) => {
      const state = plan.stateOf(name);
      if (state === undefined) return false;
      plan.set('tool-removed', { name, after: rules.remove(state) });
      return currentOf(state) !== undefined;
    });
  }

  /**
   * Replaces everything that the tenant has by what a snapshot holds, in one transaction: a quarantine that is not in the
   * snapshot is gone afterwards. There is an event for each tool that is another one now.
   *
   * @throws ConfigError `E_INVALID_SNAPSHOT` with `context.path`.
   */
  async restore(snapshot: ToolRegistrySnapshot, options: BulkChangeOptions = {}): Promise<void> {
    const mark = this.#mark(options);
    const states = toStates(readSnapshot(snapshot));
    const decide = (plan: ChangePlan) => planRestore(plan, this.#sync.replica.states(), states);
    await this.#change(mark, decide, this.#sync.guard(options.onProgress));
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
   * @throws ToolcribError `E_TOOL_NOT_FOUND`, `E_TOOL_QUARANTINED`, `E_TOOL_DISABLED` or `E_VERSION_NOT_FOUND`.
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
    if (registration === undefined) throw versionNotFound(state, wanted);
    if (registration.deprecation !== undefined) {
      const { version } = registration.spec;
      const use = { name, ...(version !== undefined && { version }), consumer };
      await this.#store.recordUses(this.tenant, [{ ...use, at: this.#time() }]);
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
    return await this.#change(mark, (plan) => {
      const state = plan.stateOf(name);
      const current = state && currentOf(state);
      if (state === undefined || current === undefined) throw toolNotFound(name);
      const { type, after, about = current } = decide(state);
      plan.set(type, { name, after, about });
      return this.#registrationOf(after, about.spec.version);
    });
  }

  /** Makes a change, and answers what `decide` has answered. */
  async #change<Value>(
    mark: ChangeMark,
    decide: (plan: ChangePlan) => Value,
    onProgress?: (progress: CatalogProgress) => void,
  ): Promise<Value> {
    const answers: Value[] = [];
    await this.#sync.change({
      decide: () => {
        const plan = new ChangePlan(this.#sync.replica, mark);
        answers.push(decide(plan));
        return plan.toChangeSet();
      },
      onProgress,
    });
    // A change that has succeeded was decided.
    return answers.at(-1) as Value;
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

  #mark(options: ChangeOptions): ChangeMark {
    return { ...readChangeOptions(options), at: this.#time() };
  }
}

/** What becomes of one tool, and which version the event is about. */
interface ToolDecision {
  readonly type: CatalogEventType;
  readonly after: ToolState;
  /** @default the current one */
  readonly about?: ToolVersion;
}

function versionOf(state: ToolState, version: string | null | undefined): ToolVersion {
  const wanted = version === undefined ? undefined : { version };
  const found = wanted === undefined ? currentOf(state) : findVersion(state, wanted);
  if (found === undefined) throw versionNotFound(state, wanted);
  return found;
}
