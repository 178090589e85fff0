import type { Caller } from '../core/caller.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { MergeOptions, ToolRegistry } from '../core/tool-registry.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { ModelStep } from '../runtime/model/model-executor.ts';
import type { ModelMessage } from '../runtime/model/model-message.ts';
import { invalid } from '../runtime/read-runtime-options.ts';
import type { AckSignal } from './ack-signal.ts';
import type { DispatchContext, TurnContext } from './turn-context.ts';
import type { TurnState } from './turn-state.ts';

const commonFields = [
  ...['turnId', 'caller', 'signal', 'tools', 'mergeTools', 'messages', 'system', 'state', 'turnToolCalls'],
  ...['usage', 'isSignalled', 'ack', 'nack', 'onAck'],
];

/**
 * Makes fields of a class into those of one context, without `this`, so that middleware may spread it or take it apart.
 * Those that can be set are set for the turn.
 */
function ownFields(context: object, names: readonly string[]): void {
  for (const name of names) {
    const { get, set, value } = findProperty(context, name) ?? {};
    Object.defineProperty(context, name, {
      ...(get && { get: get.bind(context) }),
      ...(set && { set: set.bind(context) }),
      ...(typeof value === 'function' && { value: value.bind(context) }),
      enumerable: true,
      configurable: true,
    });
  }
}

function findProperty(context: object, name: string): PropertyDescriptor | undefined {
  const found = Object.getOwnPropertyDescriptor(context, name);
  const parent: object | null = Object.getPrototypeOf(context);
  return found ?? (parent === null ? undefined : findProperty(parent, name));
}

/** What the contexts of a turn have in common: a view of its state, and a signal of their own. */
abstract class OwnContext {
  readonly #turn: TurnState;
  readonly #ending: AckSignal;

  constructor(turn: TurnState, ending: AckSignal) {
    this.#turn = turn;
    this.#ending = ending;
  }

  get turnId(): string {
    return this.#turn.turnId;
  }

  get caller(): Caller {
    return this.#turn.caller;
  }

  get signal(): AbortSignal {
    return this.#turn.interruption.signal;
  }

  get tools(): ToolRegistry {
    return this.#turn.registry;
  }

  get messages(): ModelMessage[] {
    return this.#turn.messages;
  }

  get system(): string | undefined {
    return this.#turn.system;
  }

  set system(system: string | undefined) {
    this.#turn.system = system;
  }

  get state(): Map<unknown, unknown> {
    return this.#turn.state;
  }

  get turnToolCalls(): readonly CallRecord[] {
    return this.#turn.shownRecords;
  }

  get usage(): ModelUsage {
    return this.#turn.usage;
  }

  get isSignalled(): boolean {
    return this.#ending.state !== undefined;
  }

  mergeTools(registry: ToolRegistry, options?: MergeOptions): void {
    this.#turn.registry.absorb(registry, options);
  }

  nack(error: unknown): void {
    this.#ending.nack(error);
  }

  onAck(listener: () => void): () => void {
    return this.#ending.onAck(listener);
  }
}

/** The context of the pipelines around a turn. */
export class OwnTurnContext extends OwnContext implements TurnContext {
  readonly #turn: TurnState;
  readonly #ending: AckSignal;

  constructor(turn: TurnState, ending: AckSignal) {
    super(turn, ending);
    this.#turn = turn;
    this.#ending = ending;
    ownFields(this, [...commonFields, 'text']);
  }

  get text(): string {
    return this.#turn.text;
  }

  set text(text: string) {
    this.#turn.answer(text);
  }

  ack(text?: string): void {
    if (text !== undefined && typeof text !== 'string') throw invalid('text', 'must be a text');
    this.#ending.ack();
    if (text !== undefined) this.#turn.answer(text);
  }
}

/** The context of the pipelines around each iteration. */
export class OwnDispatchContext extends OwnContext implements DispatchContext {
  readonly #turn: TurnState;
  readonly #ending: AckSignal;
  iteration = 0;
  step: ModelStep | undefined = undefined;
  stepToolCalls: readonly CallRecord[] = NO_CALLS;
  readonly #said: string[] = [];
  /** Whether the model is to be asked again, although it has made no call. */
  hasMore = false;

  constructor(turn: TurnState, ending: AckSignal) {
    super(turn, ending);
    this.#turn = turn;
    this.#ending = ending;
    ownFields(this, [...commonFields, 'goOn']);
  }

  begin(iteration: number): void {
    this.iteration = iteration;
    this.step = undefined;
    this.stepToolCalls = NO_CALLS;
    this.hasMore = false;
  }

  ack(): void {
    this.#ending.ack();
  }

  goOn(message: string): void {
    if (typeof message !== 'string' || message === '')
      throw invalid('message', 'must be a text that is not empty');
    this.#said.push(message);
    this.hasMore = true;
  }

  /** Puts into the conversation what was said meanwhile. Between calls and their results, nobody may speak. */
  say(): void {
    if (this.#said.length === 0) return;
    for (const content of this.#said.splice(0)) this.#turn.messages.push({ role: 'user', content });
  }
}

const NO_CALLS: readonly CallRecord[] = Object.freeze([]);
