import type { CallEvent } from '../runtime/call-event.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { TurnListener } from './turn-event.ts';

/** Leads the events of calls to the turns that they belong to. It listens only while some turn does. */
export class EventRouter {
  readonly #runtime: Runtime;
  readonly #turns = new Map<string, TurnListener>();
  /** That a gate is settled may be said by somebody who knows of no turn. */
  readonly #turnOfCall = new Map<string, string>();
  #unsubscribe: (() => void) | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Leads the events of a turn to a listener. The answer ends it. */
  connect(turnId: string, listener: TurnListener): () => void {
    this.#turns.set(turnId, listener);
    this.#unsubscribe ??= this.#runtime.subscribe((event) => this.#route(event));
    return () => {
      this.#turns.delete(turnId);
      if (this.#turns.size > 0) return;
      if (this.#turnOfCall.size > 0) this.#turnOfCall.clear();
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  }

  #route(event: CallEvent): void {
    const { invocationId } = event;
    const turnId = event.turnId ?? this.#turnOfCall.get(invocationId);
    const listener = turnId === undefined ? undefined : this.#turns.get(turnId);
    if (turnId === undefined || listener === undefined) return;
    if (event.type === 'gate-open') this.#turnOfCall.set(invocationId, turnId);
    else if (event.type === 'tool-call-end' && this.#turnOfCall.size > 0)
      this.#turnOfCall.delete(invocationId);
    listener(event.turnId === undefined ? Object.freeze({ ...event, turnId }) : event);
  }
}
