import type { Caller } from '../core/caller.ts';
import { ToolcribError } from '../core/errors.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import { requireSignal } from '../core/require-signal.ts';
import type { Tool, ToolDescription } from '../core/tool.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import type { Awaitable } from './awaitable.ts';
import { Bulkhead } from './bulkhead.ts';
import { Call } from './call.ts';
import { callAll } from './call-all.ts';
import type { CallListener } from './call-event.ts';
import type { CallRecord } from './call-record.ts';
import { approvalNames, type CallApproval, type CallRequest, requireKnownFields } from './call-request.ts';
import { EventHub } from './event-hub.ts';
import { GateDesk } from './gates/gate-desk.ts';
import type { Gates } from './gates/gates.ts';
import { type Conclusion, conclude } from './ledger/conclude.ts';
import { isExactTool } from './ledger/entries.ts';
import { reopen } from './ledger/interrupt.ts';
import type { LedgerEntry } from './ledger/ledger-entry.ts';
import { loadRecord } from './ledger/load-record.ts';
import { type RecoverOptions, type RecoveryReport, recover } from './ledger/recover.ts';
import type { RuntimeParts } from './parts.ts';
import { announceStart } from './path/announce-start.ts';
import { assertRevertible, callNotFound } from './path/assert-revertible.ts';
import { runCallPath } from './path/call-path.ts';
import { Ending } from './path/ending.ts';
import { finishCall } from './path/finish-call.ts';
import { previewCall } from './path/preview-call.ts';
import { leftToOthers, toEnding } from './path/problems.ts';
import { type CallGuard, combineGuards } from './policy/call-guard.ts';
import { decide } from './policy/decide.ts';
import { type Decision, deny } from './policy/policy.ts';
import { ShownTools } from './policy/shown-tools.ts';
import { questionOf, visibleTools } from './policy/visible-tools.ts';
import { invalid, readCaller, readRuntimeOptions, requireMethods } from './read-runtime-options.ts';
import { type ModelRendering, renderForModel } from './render/render-for-model.ts';
import { renderForUser, type UserRendering } from './render/render-for-user.ts';
import type { RuntimeHost } from './runtime-host.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { ArtifactStore } from './spool/artifact-store.ts';

/** A call that was begun. */
export interface StartedCall {
  readonly invocationId: string;
  /**
   * True as soon as the ledger has the call, so that it is known everywhere and outlives this process as far as the ledger
   * does; false when it has ended and the ledger does not have it, as when its idempotency key was used before. Never rejects.
   */
  readonly recorded: Promise<boolean>;
  /**
   * The id of an equal call that was made before with the same idempotency key and goes on, here or elsewhere, as soon as it is
   * found; undefined as soon as it is clear that there is none. This one does not run, and may wait for that one; if
   * it ends first, it is in no ledger. Never rejects.
   */
  readonly joined: Promise<string | undefined>;
  /** Resolves with the record, and never rejects. */
  readonly ended: Promise<CallRecord>;
}

/** Runs calls of tools: each through the same phases, each to one terminal record. */
export interface Runtime {
  /**
   * Runs one call. Whatever a model sent and whatever the tool does, it gives a record; it rejects for
   * mistakes of the programmer only, such as a caller without an id.
   */
  call(request: CallRequest): Promise<CallRecord>;
  /**
   * As `call`, and tells at once under which id the call is known, for whoever does not wait for its end.
   *
   * @throws ConfigError for mistakes of the programmer, instead of rejecting.
   */
  start(request: CallRequest): StartedCall;
  /**
   * Runs the calls of one turn. Tools that only read run at once; any other call waits for those before it
   * and is waited for by those after it. Records come in the order of the requests.
   */
  callAll(requests: readonly CallRequest[]): Promise<readonly CallRecord[]>;
  /**
   * What a call would meet: whether it would run, ask a person, or end before it ran, because it is denied,
   * invalid or unknown. Nothing is run and nothing is written down. For frameworks that ask people themselves.
   *
   * A guard of `withTools` is not asked, as it may count the calls that it is asked about. A call that it asks about waits
   * at the gate.
   */
  preview(request: CallRequest): Promise<Decision>;
  /**
   * Whether the policy may ask a person about a call of a tool. It is false only for policies that say of themselves that they
   * are `isByScopes` and `ignoresArguments`, and never ask about this tool. Guards do not count, as in `preview`. For
   * frameworks that ask people themselves.
   */
  mayAsk(tool: Tool, caller?: Caller): Promise<boolean>;
  /** The tool of exactly this name if a caller may call it, by the decision that calls are subject to. */
  find(name: string, caller?: Caller): Promise<Tool | undefined>;
  /** The tools that a caller may see and call, by the decision that calls are subject to. */
  visible(caller?: Caller): Promise<readonly Tool[]>;
  /**
   * What a model is shown for a caller: the descriptions of the visible tools. It is one and the same array for as long
   * as the tools and the scopes of the caller are the same, if the policy is by scopes.
   */
  describe(caller?: Caller): Promise<readonly ToolDescription[]>;
  /**
   * The same runtime over other tools, as a turn needs it: gates, ledger, events, limits and the places of
   * tools are shared, and closing one closes both. A guard has its word in each call besides the
   * policy and the guards before it.
   */
  withTools(resolver: ToolResolver, options?: { readonly guard?: CallGuard | undefined }): Runtime;
  /** Where people approve, reject and answer. */
  readonly gates: Gates;
  /** Where large results are; a record has the handle. */
  readonly artifacts: ArtifactStore;
  /**
   * The record of a call, once it has ended; also of one that another process ran, or that waits for a gate.
   * Rejects with `E_CALL_NOT_FOUND` for an unknown one, and with `E_CALL_IN_PROGRESS` for one that is not
   * going on here and has not ended.
   */
  wait(invocationId: string): Promise<CallRecord>;
  /**
   * Takes over what processes that died left in the ledger. Call it once after the start, and now and then
   * where several processes share a ledger. Nothing that may have had an effect is run again.
   */
  recover(options?: RecoverOptions): Promise<RecoveryReport>;
  /**
   * Ends a call that a crash left `unknown`, by what a person found out. Rejects with `E_CALL_NOT_FOUND`, or
   * with `E_CALL_IN_PROGRESS` for a call that is not unknown.
   */
  conclude(invocationId: string, conclusion: Conclusion): Promise<CallRecord>;
  /**
   * Takes back the effect of a call whose tool offers `revert`: itself a call, with policy, deadline and
   * record, and run at most once. It comes from where the call came from. Rejects with `E_CALL_NOT_FOUND`, also for a call of
   * another caller with a tool that the policy does not let this caller see, or with `E_NOT_REVERTIBLE`.
   */
  revert(invocationId: string, options?: Pick<CallRequest, 'caller' | 'signal'>): Promise<CallRecord>;
  /** What a model is told of a call, with untrusted text in an envelope that has a new nonce each time. */
  renderForModel(record: CallRecord): ModelRendering;
  /** What people are shown of a call, with secrets taken out. */
  renderForUser(record: CallRecord): UserRendering;
  /** What it takes from its host, and shares with whatever is built on it. */
  readonly host: RuntimeHost;
  /** Follows all calls. The answer ends it. */
  subscribe(listener: CallListener): () => void;
  /**
   * Takes no more calls, and waits for those that are running, and for a recovery under way, which ends with the call that
   * it is at. Calls at a gate of a durable ledger are left there, for the next process; their records here are `aborted`
   * with `E_CALL_IN_PROGRESS`, and `hasEnded` is false.
   */
  close(): Promise<void>;
}

/**
 * Makes a runtime. Without options it has a deadline of 30 seconds for every call, asks before destructive
 * tools run, keeps records in memory and stores large results there.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 *
 * @example
 * ```ts
 * const runtime = createRuntime({ resolver: createToolRegistry([weather]) });
 * const record = await runtime.call({ tool: 'weather', args: '{"city":"Oslo"}' });
 * ```
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  return new CallRuntime(createParts(options));
}

/** @internal As `runtime.withTools(resolver).describe(caller)`, at once where it is known. A turn asks in each step. */
export function describeTools(
  runtime: Runtime,
  resolver: ToolResolver,
  caller: Caller,
): Awaitable<readonly ToolDescription[]> {
  return runtime instanceof CallRuntime
    ? runtime.describeTools(resolver, caller)
    : runtime.withTools(resolver).describe(caller);
}

function createParts(options: RuntimeOptions): RuntimeParts {
  const { keys, ...read } = readRuntimeOptions(options);
  const { clock, limits, onFault, ledger, randomId, redact, defaultCaller } = read;
  const events = new EventHub(onFault);
  return {
    ...read,
    bulkhead: new Bulkhead({ clock, ...limits }),
    gates: new GateDesk({ ledger, clock, events, onFault, keys, owner: read.owner }),
    events,
    live: new Map(),
    recoveries: new Set(),
    door: { isOpen: true },
    shown: new ShownTools(),
    guard: undefined,
    host: Object.freeze({ clock, randomId, onFault, redact, limits, defaultCaller }),
  };
}

class CallRuntime implements Runtime {
  readonly #parts: RuntimeParts;

  constructor(parts: RuntimeParts) {
    this.#parts = parts;
  }

  get gates(): Gates {
    return this.#parts.gates;
  }

  get artifacts(): ArtifactStore {
    return this.#parts.artifacts;
  }

  get host(): RuntimeHost {
    return this.#parts.host;
  }

  call(request: CallRequest): Promise<CallRecord> {
    try {
      return this.#run(this.#open(request));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  start(request: CallRequest): StartedCall {
    const call = this.#open(request);
    const inserted = new Promise<boolean>((resolve) => {
      call.onRecorded = () => resolve(true);
    });
    const found = new Promise<string>((resolve) => {
      call.onJoined = resolve;
    });
    const ended = this.#run(call);
    const recorded = Promise.race([inserted, ended.then(({ isRecorded }) => isRecorded)]);
    const joined = Promise.race([found, recorded.then(() => undefined)]);
    return { invocationId: call.invocationId, recorded, joined, ended };
  }

  async callAll(requests: readonly CallRequest[]): Promise<readonly CallRecord[]> {
    // A mistake in one request is found before another one is run.
    const calls = requests.map((request) => this.#open(request));
    const [first] = calls;
    // Most steps of a model have one call.
    if (first !== undefined && calls.length === 1) return [await this.#run(first)];
    return callAll({ run: (call) => this.#run(call), isRead: (call) => this.#isRead(call) }, calls);
  }

  async preview(request: CallRequest): Promise<Decision> {
    const call = this.#open(request);
    if (!this.#parts.door.isOpen) return deny('the runtime takes no more calls');
    return previewCall(this.#parts, call);
  }

  async mayAsk(tool: Tool, caller?: Caller): Promise<boolean> {
    const { policy } = this.#parts;
    const question = questionOf(tool, this.#readCaller(caller));
    if (policy.isByScopes !== true || policy.ignoresArguments !== true) return true;
    return (await decide(policy, question)).verdict === 'ask';
  }

  async find(name: string, caller?: Caller): Promise<Tool | undefined> {
    const tool = this.#parts.resolver.resolve(name);
    if (tool === null) return undefined;
    const { verdict } = await decide(this.#parts.policy, questionOf(tool, this.#readCaller(caller)));
    return verdict === 'deny' ? undefined : tool;
  }

  async visible(caller?: Caller): Promise<readonly Tool[]> {
    return visibleTools(this.#parts, this.#readCaller(caller));
  }

  async describe(caller?: Caller): Promise<readonly ToolDescription[]> {
    return this.describeTools(this.#parts.resolver, this.#readCaller(caller));
  }

  describeTools(resolver: ToolResolver, caller: Caller): Awaitable<readonly ToolDescription[]> {
    const { shown, policy, onFault } = this.#parts;
    return shown.describe({ resolver, policy, onFault }, caller);
  }

  withTools(resolver: ToolResolver, options: { readonly guard?: CallGuard | undefined } = {}): Runtime {
    requireKnownOptions(options, withToolsNames);
    const { guard } = options;
    requireMethods('resolver', resolver, ['resolve', 'list']);
    return new CallRuntime({ ...this.#parts, resolver, guard: combineGuards(this.#parts.guard, guard) });
  }

  async wait(invocationId: string): Promise<CallRecord> {
    const running = this.#parts.live.get(invocationId);
    if (running !== undefined) return running;
    const entry = await this.#find(invocationId);
    const record = loadRecord(this.#parts, entry);
    if (record !== undefined) return record;
    throw inProgress(entry, 'has not ended');
  }

  async recover(options: RecoverOptions = {}): Promise<RecoveryReport> {
    requireKnownOptions(options, recoverNames);
    const { recoveries } = this.#parts;
    const recovering = recover(this.#parts, options, (parts, entry) =>
      new CallRuntime(parts).#resume(entry, options.onResumed),
    );
    recoveries.add(recovering);
    try {
      return await recovering;
    } finally {
      recoveries.delete(recovering);
    }
  }

  async conclude(invocationId: string, conclusion: Conclusion): Promise<CallRecord> {
    requireKnownOptions(conclusion, conclusionNames);
    const { tookEffect, by } = conclusion;
    if (typeof tookEffect !== 'boolean') throw invalid('tookEffect', 'must be true or false');
    if (typeof by !== 'string' || by === '') throw invalid('by', 'must say who found out');
    const entry = await this.#find(invocationId);
    const ended = entry.state === 'unknown' ? await conclude(this.#parts, entry, conclusion) : undefined;
    const record = ended && loadRecord(this.#parts, ended);
    if (record === undefined) throw inProgress(entry, 'is not unknown, or not any more');
    return record;
  }

  async revert(
    invocationId: string,
    options: Pick<CallRequest, 'caller' | 'signal'> = {},
  ): Promise<CallRecord> {
    requireKnownOptions(options, revertNames);
    const entry = await this.#find(invocationId);
    const { toolName, args } = entry;
    const kept = { idempotencyKey: `revert:${invocationId}`, origin: entry.origin ?? undefined };
    const call = this.#open({ ...options, ...kept, tool: toolName, args }, entry);
    await assertRevertible(this.#parts, call, entry);
    return this.#run(call);
  }

  renderForModel(record: CallRecord): ModelRendering {
    const { randomId, redact } = this.#parts;
    return renderForModel(record, { nonce: randomId(), redact });
  }

  renderForUser(record: CallRecord): UserRendering {
    return renderForUser(record, { redact: this.#parts.redact });
  }

  subscribe(listener: CallListener): () => void {
    return this.#parts.events.subscribe(listener);
  }

  async close(): Promise<void> {
    const { live, recoveries, ledger, gates, door } = this.#parts;
    door.isOpen = false;
    if (ledger.isDurable) gates.close();
    // A call that could not be resumed has reported its fault, and does not keep the runtime open.
    await Promise.allSettled([...live.values(), ...recoveries]);
  }

  async #find(invocationId: string): Promise<LedgerEntry> {
    // No id of ours has a zero in it, and some databases refuse to look for one.
    const isId = typeof invocationId === 'string' && !invocationId.includes('\0');
    const entry = isId ? await this.#parts.ledger.get(invocationId) : undefined;
    if (entry === undefined) throw callNotFound(invocationId);
    return entry;
  }

  #open(request: CallRequest, reverts?: LedgerEntry): Call {
    const { randomId, clock } = this.#parts;
    if (typeof request !== 'object' || request === null) throw invalid('request', 'must be an object');
    requireKnownFields(request);
    const { caller, signal, timeoutMs, idempotencyKey: key, approval, origin } = request;
    if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs > 0)) {
      throw invalid('timeoutMs', 'must be a whole number of milliseconds above 0');
    }
    if (key !== undefined && !isShortText(key))
      throw invalid('idempotencyKey', 'must have 1 to 256 characters');
    if (origin !== undefined && !isShortText(origin))
      throw invalid('origin', 'must have 1 to 256 characters');
    requireSignal(signal);
    if (approval !== undefined && !isApproval(approval)) {
      throw invalid('approval', 'must say who approved or rejected, and why as text if at all');
    }
    const call = new Call(request, {
      invocationId: randomId(),
      caller: this.#readCaller(caller),
      acceptedAt: clock.now(),
      reverts,
    });
    call.confirmedAt = clock.elapsed();
    return call;
  }

  #readCaller(caller: Caller | undefined): Caller {
    const { defaultCaller } = this.#parts;
    return caller === undefined || caller === defaultCaller ? defaultCaller : readCaller('caller', caller);
  }

  /**
   * A name that is no tool's changes nothing, and a tool that the caller must not learn of keeps nobody waiting either. A
   * resolver that throws gets its record in the call itself.
   */
  #isRead({ toolName, caller }: Call): boolean {
    try {
      const { resolver, policy } = this.#parts;
      const tool = resolver.resolve(toolName);
      if (tool === null || tool.effect === 'read') return true;
      const deciding = decide(policy, questionOf(tool, caller));
      return !(deciding instanceof Promise) && deciding.verdict === 'deny';
    } catch {
      // Whether it reads is not known.
      return false;
    }
  }

  #run(call: Call): Promise<CallRecord> {
    const { live, door } = this.#parts;
    if (!door.isOpen) return this.#refuse(call, closed());
    const running = runCallPath(this.#parts, call);
    // A call without I/O has ended already.
    if (call.hasEnded) return running;
    call.hasPaused = true;
    live.set(call.invocationId, running);
    return running;
  }

  async #refuse(call: Call, ending: Ending): Promise<CallRecord> {
    announceStart(this.#parts, call);
    return finishCall(this.#parts, call, ending);
  }

  /** Goes on with a call whose process died at a gate, once that is settled. */
  #resume(entry: LedgerEntry, onResumed: RecoverOptions['onResumed']): void {
    const { live, onFault } = this.#parts;
    const controller = new AbortController();
    // On its way only once it is known here; the first steps may be its last.
    const running = Promise.resolve().then(() => this.#goOn(entry, controller.signal));
    running.catch((error: unknown) => {
      // The next recovery may have more luck.
      live.delete(entry.invocationId);
      onFault(error);
    });
    live.set(entry.invocationId, running);
    try {
      onResumed?.({ entry, ended: running, abort: (reason) => controller.abort(reason) });
    } catch (error) {
      onFault(error);
    }
  }

  async #goOn(entry: LedgerEntry, signal: AbortSignal): Promise<CallRecord> {
    const { gates, resolver, ledger } = this.#parts;
    const reverts = entry.reverts === null ? undefined : await ledger.get(entry.reverts);
    const call = reopen(entry, { reverts, signal });
    // Without the call that is to be taken back, it would be made again.
    if (entry.reverts !== null && reverts === undefined) return this.#refuse(call, forgotten());
    const gate = entry.gates.at(-1);
    if (gate !== undefined && gate.settlement === null) {
      const endCount = gates.count(entry.callerId);
      const { revision } = entry;
      const settled = await gates.wait({ call, gate, reader: undefined, signal, revision });
      endCount();
      if (settled === 'closed') return this.#refuse(call, leftToOthers(call));
      call.entry = settled.entry ?? entry;
    } else if (gate !== undefined && gate.settlement !== null) {
      gates.announceSettled(call, gate, gate.settlement);
    }
    const tool = resolver.resolve(entry.toolName);
    if (tool !== null && !isExactTool(tool, entry)) return this.#refuse(call, changed());
    const settlement = call.entry?.gates.at(-1)?.settlement ?? null;
    // Why it does not run is known without its tool.
    if (tool === null && settlement !== null && settlement.status !== 'approved')
      return this.#refuse(call, toEnding(call, settlement));
    call.hasWaited = true;
    call.hasPaused = true;
    return runCallPath(this.#parts, call);
  }
}

const withToolsNames: ReadonlySet<string> = new Set(['guard']);
const recoverNames: ReadonlySet<string> = new Set<keyof RecoverOptions>(['toolsOf', 'onResumed']);
const conclusionNames: ReadonlySet<string> = new Set<keyof Conclusion>(['tookEffect', 'by']);
const revertNames: ReadonlySet<string> = new Set<keyof CallRequest>(['caller', 'signal']);

function isShortText(text: unknown): boolean {
  return typeof text === 'string' && text !== '' && text.length <= 256;
}

function isApproval(approval: unknown): boolean {
  requireKnownOptions(approval, approvalNames, 'approval.');
  const { approver, decision, reason } = approval as Partial<CallApproval>;
  const isDecision = decision === undefined || decision === 'approve' || decision === 'reject';
  const isReason = reason === undefined || typeof reason === 'string';
  return typeof approver === 'string' && approver !== '' && isDecision && isReason;
}

function closed(): Ending {
  const message = 'The runtime takes no more calls.';
  return Ending.problem('failed', { code: 'E_RUNTIME_CLOSED', message });
}

function forgotten(): Ending {
  const message = 'The ledger has forgotten the call that was to be taken back.';
  return Ending.problem('failed', { code: 'E_NOT_REVERTIBLE', message });
}

function changed(): Ending {
  const message = 'The tool is not the one any more that the call was approved for.';
  return Ending.problem('denied', { code: 'E_TOOL_CHANGED', message });
}

function inProgress({ invocationId, state }: LedgerEntry, problem: string): ToolcribError {
  const message = `Call ${invocationId} ${problem}; it is ${state}.`;
  return new ToolcribError('E_CALL_IN_PROGRESS', message, { context: { invocationId, state } });
}
