import type { CallRecord, OpenGate } from 'toolcrib/runtime';
import type { CallStop, CallView, StartedCall } from './call-desk.ts';

/** What a call is made of, once it was begun. */
export interface LiveParts {
  readonly begun: CallView;
  readonly accepted: Promise<string>;
  readonly ended: Promise<CallRecord>;
  /** Aborts it. */
  readonly controller: AbortController;
}

/** A call that goes on in this process. */
export class LiveCall implements StartedCall {
  readonly invocationId: string;
  /** What is told of it before the ledger has it. */
  readonly begun: CallView;
  readonly accepted: Promise<string>;
  readonly ended: Promise<CallRecord>;
  readonly stopped: Promise<CallStop>;
  readonly #controller: AbortController;
  #stopAtGate: (gate: OpenGate) => void = () => undefined;
  #failAtGate: (error: unknown) => void = () => undefined;

  constructor({ begun, accepted, ended, controller }: LiveParts) {
    this.invocationId = begun.id;
    this.begun = begun;
    this.accepted = accepted;
    this.ended = ended;
    this.#controller = controller;
    const waiting = new Promise<CallStop>((resolve, reject) => {
      this.#stopAtGate = (gate) => resolve({ kind: 'waiting', gate });
      this.#failAtGate = reject;
    });
    this.stopped = Promise.race([ended.then((record) => ({ kind: 'ended', record }) as const), waiting]);
    // Whoever waits for one of them is told; a call that nobody waits for must not end the process.
    this.accepted.catch(() => undefined);
    this.ended.catch(() => undefined);
    this.stopped.catch(() => undefined);
  }

  /** Tells that it waits for somebody. Only the first time counts. */
  waitAt(gate: OpenGate): void {
    this.#stopAtGate(gate);
  }

  /** Tells that it waits for somebody, but that nobody can say so. */
  failAt(error: unknown): void {
    this.#failAtGate(error);
  }

  abort(reason = 'The call was cancelled.'): void {
    this.#controller.abort(new DOMException(reason, 'AbortError'));
  }
}
