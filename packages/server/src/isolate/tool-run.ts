import { type Tool, type ToolContext, ToolError } from 'toolcrib';
import { GateRejection } from 'toolcrib/runtime';
import { fromPlainError, toErrorFacts } from './plain-errors.ts';
import { fromPlainResult } from './plain-results.ts';
import type {
  CallFacts,
  GateEnd,
  MessageToThread,
  PlainGateOptions,
  ToolPart,
  WorkEnd,
} from './thread-messages.ts';

/** A function of a tool that is to be run, and with what. */
export interface ToolWork {
  readonly tool: Tool;
  readonly part: ToolPart;
  readonly args: unknown;
  /** For `revert` only. */
  readonly result?: unknown;
  readonly ctx: ToolContext;
}

/** One function of a tool that runs on a thread, or waits for one. Settles once. */
export class ToolRun {
  readonly id: number;
  readonly work: ToolWork;
  readonly call: CallFacts;
  /** Whose share of the threads it takes. */
  readonly owner: string;
  readonly outcome: Promise<unknown>;
  /** How many gates it waits at. While there are some, another run may have its thread. */
  openGates = 0;
  /** Whether something may have been decided about it since it was asked for. */
  hasWaited = false;
  /** Whether its thread was told to run it. */
  isPosted = false;
  /** How often a thread was told to run it. */
  starts = 0;
  /** Once nobody waits for it any more. */
  abortion: { readonly name: string; readonly message: string } | undefined;
  /** Ends its thread, unless it ends before. */
  timer: unknown;
  /** Called once, when it is settled. */
  onSettled: () => void = () => undefined;
  #isSettled = false;
  /** The questions that it has asked so far, and what became of them. */
  readonly #gates: { readonly question: string; readonly end: Promise<GateEnd> }[] = [];
  #resolve: (value: unknown) => void;
  #reject: (error: unknown) => void;

  constructor(id: number, work: ToolWork) {
    const { tool, ctx } = work;
    const { invocationId, caller, turnId } = ctx;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.id = id;
    this.work = work;
    this.call = { toolName: tool.name, invocationId, caller, turnId };
    this.owner = JSON.stringify([caller.tenant, caller.id]);
    this.outcome = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  toMessage(): MessageToThread {
    const { part, args, result } = this.work;
    return { type: 'run', id: this.id, part, call: this.call, args, result };
  }

  /**
   * Asks at a gate of the call. A run that was begun again is given the answers that it already got, in the same order, as
   * after a crash of the service. Never rejects.
   */
  async ask(gate: number, options: PlainGateOptions): Promise<GateEnd> {
    const question = toQuestion(options);
    const known = this.#gates[gate - 1];
    if (known?.question === question) return await known.end;
    const end = this.#wait(options);
    // An answer to other words is not an answer.
    this.#gates.splice(gate - 1, Number.POSITIVE_INFINITY, { question, end });
    return await end;
  }

  end(end: WorkEnd): void {
    try {
      if (end.kind === 'returned') this.settle({ value: fromPlainResult(end.value) });
      else this.settle({ error: fromPlainError(end.error) });
    } catch (error) {
      // Not what a thread of ours would send.
      this.settle({ error });
    }
  }

  /** Ends it because of the service, and tells whether any code of the tool may have run. */
  giveUp(problem: string, cause: unknown): void {
    const changedNothing = this.starts === 0;
    this.settle({
      error: new ToolError(`Tool "${this.call.toolName}" ${problem}.`, { changedNothing, cause }),
    });
  }

  settle(outcome: { readonly value: unknown } | { readonly error: unknown }): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.onSettled();
    if ('error' in outcome) this.#reject(outcome.error);
    else this.#resolve(outcome.value);
  }

  async #wait({ schema, ...options }: PlainGateOptions): Promise<GateEnd> {
    try {
      const value = await this.work.ctx.waitFor(schema === undefined ? options : { ...options, schema });
      return { kind: 'answered', value };
    } catch (error) {
      if (error instanceof GateRejection) return { kind: 'refused', settlement: error.settlement };
      return { kind: 'failed', error: toErrorFacts(error) };
    }
  }
}

/** What is asked, to be compared. Details that are not JSON are refused where the gate is opened. */
function toQuestion(options: PlainGateOptions): string {
  try {
    return JSON.stringify(options);
  } catch {
    return options.name;
  }
}
