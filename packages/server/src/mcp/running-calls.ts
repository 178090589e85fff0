import type { RequestId } from '@modelcontextprotocol/server';
import type { Actor } from '../auth/actor.ts';

/** Which request of which client is meant. */
export interface RequestKey {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly requestId: RequestId;
}

/** A call that can be cancelled. */
export interface RunningCall {
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * The calls of clients of before 2026 that are running in this process. Such a client cancels with a request of its own, and
 * keeps waiting on the connection of the call.
 */
export class RunningCalls {
  readonly #controllers = new Map<string, AbortController>();

  begin(key: RequestKey): RunningCall {
    const text = toText(key);
    const controller = new AbortController();
    this.#controllers.set(text, controller);
    return {
      signal: controller.signal,
      end: () => {
        if (this.#controllers.get(text) === controller) this.#controllers.delete(text);
      },
    };
  }

  /** Does nothing if there is no such call here. */
  cancel(key: RequestKey): void {
    this.#controllers.get(toText(key))?.abort(new DOMException('The client has cancelled.', 'AbortError'));
  }
}

/** Ids of requests are counted by each client, so only with all of it one is known. */
function toText({ actor, sessionId, requestId }: RequestKey): string {
  return JSON.stringify([actor.tenant, actor.principal.id, sessionId, requestId]);
}
