import type { CallEvent, Runtime } from 'toolcrib/runtime';

/** How far a call is, as MCP tells it. */
export interface McpProgress {
  /** Grows with each notification. */
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Tells a client how far one call is. */
export interface ProgressRelay {
  /** Says which call is meant; what it has told before comes now. */
  attach(invocationId: string): void;
  close(): void;
}

/** A tool that tells more than that is not listened to any more. */
const MAX_NOTIFICATIONS = 10_000;
const MAX_EARLY = 1_000;
const MAX_MESSAGE = 1_000;

type ProgressEvent = Extract<CallEvent, { type: 'tool-call-progress' }>;

/** Begins before the call does, whose id is not known yet then. */
export function createProgressRelay(
  runtime: Runtime,
  callerId: string,
  notify: (progress: McpProgress) => void,
): ProgressRelay {
  let invocationId: string | undefined;
  let early: ProgressEvent[] = [];
  const counter = createCounter();
  let left = MAX_NOTIFICATIONS;

  const relay = ({ progress: { message, done, total } }: ProgressEvent): void => {
    const progress = left > 0 ? counter(done) : undefined;
    if (progress === undefined) return;
    left -= 1;
    notify({
      progress,
      ...(done !== undefined && total !== undefined ? { total } : {}),
      ...(message === undefined
        ? {}
        : { message: runtime.host.redact(message).slice(0, MAX_MESSAGE).toWellFormed() }),
    });
  };
  const stop = runtime.subscribe((event) => {
    if (event.type !== 'tool-call-progress' || event.callerId !== callerId) return;
    if (event.invocationId === invocationId) relay(event);
    else if (invocationId === undefined && early.length < MAX_EARLY) early.push(event);
  });
  return {
    attach: (id) => {
      invocationId = id;
      for (const event of early) if (event.invocationId === id) relay(event);
      early = [];
    },
    close: stop,
  };
}

/** Numbers that grow: what the tool says, or the count of its messages as long as it says none. */
function createCounter(): (done: number | undefined) => number | undefined {
  let last = Number.NEGATIVE_INFINITY;
  let hasNumbers = false;
  return (done) => {
    const next = done ?? (hasNumbers ? Number.NaN : Math.max(0, last + 1));
    hasNumbers ||= done !== undefined;
    if (!(next > last)) return undefined;
    last = next;
    return next;
  };
}
