import { ToolcribError } from 'toolcrib';
import type { CallRecord } from 'toolcrib/runtime';
import type { CallView } from '../calls/call-desk.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpSession } from './mcp-session.ts';

/** Where a call stands after a gate. */
export type FollowedCall =
  | { readonly kind: 'ended'; readonly record: CallRecord }
  /** At the next gate. */
  | { readonly kind: 'at-gate'; readonly invocationId: string; readonly gateId: string }
  /** It runs in another process: its end, or how far it is when nobody waits any longer. */
  | { readonly kind: 'elsewhere'; readonly call: CallView };

/** Which call is followed, from which gate on. */
export interface FollowedGate {
  readonly invocationId: string;
  readonly gateId: string;
  /** How long the call may take then, in milliseconds. @default as long as its client waits */
  readonly maxWaitMs?: number | undefined;
}

type FollowerParts = Pick<McpParts, 'calls' | 'clock'> & Partial<Pick<McpParts, 'limiter'>>;

/** How long somebody waits for a call of another process, and how often it is looked at, in milliseconds. */
const MAX_WAIT_MS = 25_000;
const LOOK_MS = 500;

/**
 * Follows a call over a gate. It begins before the gate is settled, so that the next one is not missed.
 */
export class CallFollower {
  readonly #parts: FollowerParts;
  readonly #session: McpSession;
  readonly #gate: FollowedGate;
  readonly #opened = Promise.withResolvers<string>();
  readonly #stop: () => void;
  /** Resolves when nobody waits any more. */
  readonly #gone: Promise<undefined>;

  /** @throws ToolcribError `E_CONCURRENCY_LIMITED` if too many requests of the caller wait already. */
  constructor(parts: FollowerParts, session: McpSession, gate: FollowedGate) {
    const release = parts.limiter?.acquire('longPolls', session.actor.principal);
    this.#parts = parts;
    this.#session = session;
    this.#gate = gate;
    const unsubscribe = session.view.runtime.subscribe((event) => {
      const isNext = event.type === 'gate-open' && event.invocationId === gate.invocationId;
      if (isNext) this.#opened.resolve(event.gateId);
    });
    const gone = Promise.withResolvers<undefined>();
    const onAbort = () => gone.resolve(undefined);
    this.#gone = gone.promise;
    const { clock } = parts;
    const timer = gate.maxWaitMs === undefined ? undefined : clock.setTimer(onAbort, gate.maxWaitMs);
    // One over stdio lives as long as its connection, and sees many calls.
    session.signal.addEventListener('abort', onAbort, { once: true });
    this.#stop = () => {
      release?.();
      unsubscribe();
      clock.clearTimer(timer);
      session.signal.removeEventListener('abort', onAbort);
    };
    if (session.signal.aborted) onAbort();
  }

  /** Resolves when the call has ended, or is at its next gate. */
  async next(): Promise<FollowedCall> {
    const { invocationId } = this.#gate;
    const { actor, view } = this.#session;
    try {
      const ended = view.runtime.wait(invocationId);
      const stop = await Promise.race([ended, this.#opened.promise, this.#gone]);
      if (stop === undefined)
        return { kind: 'elsewhere', call: await this.#parts.calls.find(actor, invocationId) };
      return typeof stop === 'string'
        ? { kind: 'at-gate', invocationId, gateId: stop }
        : { kind: 'ended', record: stop };
    } catch (error) {
      if (error instanceof ToolcribError && error.code === 'E_CALL_IN_PROGRESS') return await this.#look();
      throw error;
    }
  }

  close(): void {
    this.#stop();
  }

  /** What another process does can only be looked at. */
  async #look(): Promise<FollowedCall> {
    const { calls, clock } = this.#parts;
    const { actor, signal } = this.#session;
    const { invocationId, gateId, maxWaitMs = MAX_WAIT_MS } = this.#gate;
    const until = clock.now() + Math.min(maxWaitMs, MAX_WAIT_MS);
    for (;;) {
      const call = await calls.wait(actor, invocationId, LOOK_MS);
      const next = call.gates.find(({ status, id }) => status === 'open' && id !== gateId);
      if (next !== undefined) return { kind: 'at-gate', invocationId, gateId: next.id };
      const isOver = call.endedAt !== null || signal.aborted || clock.now() >= until;
      if (isOver) return { kind: 'elsewhere', call };
    }
  }
}
