import { ToolcribError } from '../core/errors.ts';

/** How somebody ended a turn or a dispatch. */
export type AckState = { readonly kind: 'ack' } | { readonly kind: 'nack'; readonly error: ToolcribError };

/** Is acknowledged or rejected, once. */
export class AckSignal {
  readonly #subject: string;
  readonly #onFault: (error: unknown) => void;
  #listeners: Set<{ readonly call: () => void }> | undefined;
  #state: AckState | undefined;

  constructor(subject: string, onFault: (error: unknown) => void) {
    this.#subject = subject;
    this.#onFault = onFault;
  }

  get state(): AckState | undefined {
    return this.#state;
  }

  /** @throws ToolcribError `E_ALREADY_SIGNALLED` */
  ack(): void {
    this.#settle({ kind: 'ack' });
    for (const listener of this.#listeners ?? []) this.#tell(listener.call);
    this.#listeners = undefined;
  }

  /** @throws ToolcribError `E_ALREADY_SIGNALLED` */
  nack(error: unknown): void {
    this.#settle({ kind: 'nack', error: toTurnError(error) });
    this.#listeners = undefined;
  }

  onAck(listener: () => void): () => void {
    if (this.#state?.kind === 'ack') this.#tell(listener);
    if (this.#state !== undefined) return () => undefined;
    const own = { call: listener };
    this.#listeners ??= new Set();
    this.#listeners.add(own);
    return () => {
      this.#listeners?.delete(own);
    };
  }

  #settle(state: AckState): void {
    if (this.#state !== undefined) {
      const before = this.#state.kind === 'ack' ? 'acknowledged' : 'rejected';
      throw new ToolcribError('E_ALREADY_SIGNALLED', `The ${this.#subject} was ${before} already.`);
    }
    this.#state = state;
  }

  #tell(listener: () => unknown): void {
    try {
      const listening = listener();
      if (listening instanceof Promise) listening.catch(this.#onFault);
    } catch (error) {
      this.#onFault(error);
    }
  }
}

function toTurnError(error: unknown): ToolcribError {
  if (error instanceof ToolcribError) return error;
  return new ToolcribError('E_TURN_FAILED', 'The turn was rejected.', { cause: error });
}
