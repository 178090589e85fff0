import type { Caller } from '../../core/caller.ts';
import { ToolcribError } from '../../core/errors.ts';
import type { GateAnswer, GateOptions } from '../../core/gate-options.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { OutputSchema } from '../../core/schema/tool-schema.ts';
import type { ToolContext, ToolProgress } from '../../core/tool-context.ts';
import type { Call } from '../call.ts';
import type { SideEffect } from '../call-status.ts';
import { eventOf } from '../event-of.ts';
import type { GateEntry, GateSettlement } from '../gates/gate-entry.ts';
import { GateRejection } from '../gates/gate-rejection.ts';
import { openGate } from '../gates/open-gate.ts';
import { isSameQuestion, type Question, readGateOptions } from '../gates/read-gate-options.ts';
import { addUsage, NO_USAGE } from '../model/add-usage.ts';
import type { RuntimeParts } from '../parts.ts';
import { toMessageRedactor } from '../render/redact-credentials.ts';
import type { Redactor } from '../render/redactor.ts';
import { confirmCall, isOutdated, isToolConfirmed } from './confirm-call.ts';
import { Ending } from './ending.ts';
import { effectAtGate } from './problems.ts';
import { markRunning } from './start-call.ts';

/** Told when the handler begins and ends to wait for somebody. */
export interface GateWatcher {
  onGateOpen(): void;
  onGateSettled(): void;
  /** The call ends at a gate, and its handler is left there. */
  onHeld(): void;
}

/** The context that a copy was made of; a spread takes it along. */
const ORIGINAL = Symbol('original');

/**
 * What a handler gets. Every documented field is its own and needs no `this`, so that a handler may spread the context or take
 * it apart. Most handlers use no signal, and it costs the most, so it is made on first use.
 */
export class CallContext implements ToolContext {
  readonly #parts: RuntimeParts;
  readonly #call: Call;
  /** The questions that were answered before the process died, in order. */
  readonly #answered: GateEntry[] | undefined;
  #controller: AbortController | undefined;
  #abortion: { readonly reason: unknown } | undefined;
  #hasEnded = false;
  #lastGate: Promise<unknown> | undefined;
  /** How many questions have no answer yet; all but one of them were not asked. */
  #waiting = 0;
  #openGates = 0;
  #watcher: GateWatcher | undefined;
  /** Defined by the constructor. */
  declare readonly signal: AbortSignal;
  readonly invocationId: string;
  caller: Caller;
  readonly turnId: string | undefined;
  readonly [ORIGINAL]: CallContext;

  constructor(parts: RuntimeParts, call: Call) {
    this.#parts = parts;
    this.#call = call;
    this.invocationId = call.invocationId;
    this.caller = call.caller;
    this.turnId = call.turnId;
    this[ORIGINAL] = this;
    Object.defineProperty(this, 'signal', CallContext.#signal);
    const { entry } = call;
    this.#answered =
      entry === undefined || entry.gates.length === 0
        ? undefined
        : entry.gates.filter(({ kind, settlement }) => kind === 'question' && settlement !== null);
  }

  /** One for all contexts, which keeps them of one shape. */
  static readonly #signal: PropertyDescriptor & ThisType<CallContext> = {
    get() {
      this.#controller ??= new AbortController();
      if (this.#abortion !== undefined) this.#controller.abort(this.#abortion.reason);
      return this.#controller.signal;
    },
    enumerable: true,
    configurable: true,
  };

  readonly waitFor: ToolContext['waitFor'] = (options) => {
    const answer = this.#waitFor(options);
    // A handler that forgets the answer must not bring the process down.
    answer.catch(() => undefined);
    return answer;
  };

  readonly reportProgress: ToolContext['reportProgress'] = (progress) => this.#reportProgress(progress);

  readonly reportUsage: ToolContext['reportUsage'] = (usage) => {
    if (!this.#hasEnded) this.#call.usage = addUsage(this.#call.usage ?? NO_USAGE, usage);
  };

  /** The context of a call, whose copies count as itself; undefined for what is of no runtime. */
  static of(ctx: ToolContext): CallContext | undefined {
    const original = (ctx as Partial<CallContext>)[ORIGINAL];
    return original !== undefined && #call in original ? original : undefined;
  }

  /** How many gates the handler waits for. */
  get openGates(): number {
    return this.#openGates;
  }

  set watcher(watcher: GateWatcher) {
    this.#watcher = watcher;
  }

  /** Lets the result of this call be shown without redaction, whatever its tool says. Outside of a call it does nothing. */
  static keepSecrets(ctx: ToolContext): void {
    const original = CallContext.of(ctx);
    if (original !== undefined) original.#call.keepsSecrets = true;
  }

  /** Whether the handler can know that it was aborted. */
  get isWatched(): boolean {
    return this.#controller !== undefined;
  }

  /** Tells the handler to stop. */
  abort(reason: unknown): void {
    this.#abortion ??= { reason };
    this.#controller?.abort(reason);
  }

  /** Asks everything again. Rejects if the call may not go on; then it ends so, whatever its handler does. */
  async confirm(): Promise<void> {
    const before = effectAtGate(this.#call);
    const ending = await confirmCall(this.#parts, this.#call);
    this.caller = this.#call.caller;
    if (ending === undefined) return;
    this.#endWith(ending, before);
    throw new ToolcribError('E_CALL_ABORTED', 'The call cannot go on.');
  }

  /** From here on the handler can neither wait for a gate nor tell its progress. */
  end(): void {
    this.#hasEnded = true;
    this.#call.stopWaiting?.();
    // Closes gates that the handler forgot.
    if (this.#openGates > 0) this.abort(new DOMException('The call has ended.', 'AbortError'));
  }

  /** One after another, so that after a crash the answers are found in the order of the questions. */
  async #waitFor<Schema extends OutputSchema | undefined>(
    options: GateOptions<Schema>,
  ): Promise<GateAnswer<Schema>> {
    const { gateTimeoutMs: defaultTimeoutMs } = this.#parts.limits;
    const maxTimeoutMs = this.#call.tool?.gateTimeoutMs;
    const request = readGateOptions(options, { maxTimeoutMs, defaultTimeoutMs, waiting: this.#waiting });
    this.#waiting++;
    const turn = (this.#lastGate ?? Promise.resolve()).then(() => this.#answer(request));
    const onEnd = () => {
      this.#waiting--;
    };
    // The next question is asked whatever became of this one.
    this.#lastGate = turn.then(onEnd, onEnd);
    // The schema that the type is inferred from has accepted the value.
    return (await turn) as GateAnswer<Schema>;
  }

  async #answer(request: Question): Promise<unknown> {
    const recorded = this.#answered?.shift();
    if (recorded !== undefined && recorded.name !== request.name) {
      const message = `The tool waited for gate "${recorded.name}" before, and now for "${request.name}".`;
      throw new ToolcribError('E_TOOL_CHANGED', message);
    }
    // An answer to other words is no answer.
    const isSame = recorded !== undefined && isSameQuestion(recorded, request);
    const settlement = (isSame ? recorded.settlement : null) ?? (await this.#open(request));
    if (settlement.status !== 'approved') throw new GateRejection(request.name, settlement);
    if (request.reader === undefined) return undefined;
    const outcome = await request.reader.check(settlement.value);
    // An answer that was given while nobody waited was checked by the JSON Schema only.
    return outcome.ok ? outcome.value : this.#answer(request);
  }

  async #open(request: Question): Promise<GateSettlement> {
    if (this.#hasEnded || this.#abortion !== undefined) throw hasEnded();
    const before = effectAtGate(this.#call);
    this.#openGates++;
    this.#watcher?.onGateOpen();
    try {
      const settlement = await openGate(this.#parts, this.#call, { ...request, signal: this.signal });
      const refused = settlement instanceof Ending ? settlement : await this.#confirm(settlement);
      if (this.#hasEnded) throw hasEnded();
      const ending =
        refused ?? (await markRunning(this.#parts, this.#call)) ?? (await this.#confirmLate(settlement));
      // It may have ended while the ledger was written; its handler neither goes on nor changes how it ended.
      if (this.#hasEnded) throw hasEnded();
      if (ending instanceof Ending) await this.#hold(ending, before);
      // With an ending nothing comes after the line above.
      return settlement as GateSettlement;
    } finally {
      this.#openGates--;
      this.#watcher?.onGateSettled();
      // Its scopes may be others by now.
      this.caller = this.#call.caller;
    }
  }

  /**
   * Ends the call at a gate and leaves its handler there: whatever it made of a rejection could act although the call may not
   * go on, or goes on in another process. Its signal is aborted. Never settles.
   */
  #hold(ending: Ending, before: SideEffect): Promise<never> {
    this.#endWith(ending, before);
    this.#watcher?.onHeld();
    return new Promise(() => undefined);
  }

  #endWith(ending: Ending, before: SideEffect): void {
    this.#call.hostEnding = ending.sideEffect === 'none' ? ending.withEffect(before) : ending;
  }

  /** The handler hears of a no itself; after a yes everything is asked again that was before it ran. */
  async #confirm({ status }: GateSettlement): Promise<Ending | undefined> {
    return status === 'approved' && !this.#hasEnded ? confirmCall(this.#parts, this.#call) : undefined;
  }

  /** The ledger may have taken long to write that the call goes on, and its tool may have changed meanwhile. */
  async #confirmLate(settlement: GateSettlement | Ending): Promise<Ending | undefined> {
    const isConfirmed = !isOutdated(this.#parts, this.#call) && isToolConfirmed(this.#parts, this.#call);
    return settlement instanceof Ending || isConfirmed ? undefined : this.#confirm(settlement);
  }

  #reportProgress(progress: ToolProgress): void {
    const { events, clock, onFault, redact } = this.#parts;
    if (this.#hasEnded || !events.hasListeners) return;
    try {
      events.emit({
        type: 'tool-call-progress',
        ...eventOf(this.#call, clock.now()),
        progress: readProgress(progress, redact),
      });
    } catch (error) {
      // Whatever a handler says of its progress, it does not fail for it.
      onFault(error);
    }
  }
}

function hasEnded(): ToolcribError {
  return new ToolcribError('E_CALL_ABORTED', 'The call has ended.');
}

/**
 * Asks again whether a call may go on: who its caller is by now, the tool, the policy and the guard. For code that holds a
 * call back before its handler does anything, such as a queue in front of a wrapped tool. Rejects if it may not; the call
 * ends so then, whatever its handler does. Resolves for contexts that are not of a runtime.
 */
export async function confirmRun(ctx: ToolContext): Promise<void> {
  await CallContext.of(ctx)?.confirm();
}

const MAX_PROGRESS_LENGTH = 256;
const progressNames: ReadonlySet<string> = new Set<keyof ToolProgress>(['message', 'done', 'total']);

/** What a handler says of itself goes to logs and screens: it is bounded, and secrets are taken out. */
function readProgress(progress: ToolProgress, redact: Redactor): ToolProgress {
  requireKnownOptions(progress, progressNames, 'progress.');
  const { message, done, total } = progress;
  return Object.freeze({
    ...(typeof message === 'string' && {
      message: toMessageRedactor(redact)(message).slice(0, MAX_PROGRESS_LENGTH).toWellFormed(),
    }),
    ...(typeof done === 'number' && { done }),
    ...(typeof total === 'number' && { total }),
  });
}
