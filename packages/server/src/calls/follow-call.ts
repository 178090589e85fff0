import { type CallEvent, type Clock, isEnded, type LedgerEntry, type Runtime } from 'toolcrib/runtime';
import { POLL_MS } from './call-reader.ts';
import { pause } from './pause.ts';

/** What a call is followed with. */
export interface FollowParts {
  readonly runtime: Pick<Runtime, 'subscribe'>;
  readonly clock: Clock;
  /** The call as the ledger has it; undefined if it does not yet. */
  readonly load: () => Promise<LedgerEntry | undefined>;
  /** Whether it goes on in this process, which then tells of everything. */
  readonly isHere: () => boolean;
  /** Whether the reader may still see it; asked before each event. */
  readonly isVisible: () => Promise<boolean>;
}

/** More events than this that nobody reads are not kept: a stream that is not read is ended. */
const MAX_WAITING = 1_000;

/**
 * Events of one call, from now until it has ended. Of a call elsewhere there is what its entry in the ledger shows: that it
 * waits, was decided, and has ended.
 */
export async function* followCall(
  parts: FollowParts,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<CallEvent, void> {
  const feed = new CallFeed();
  const unsubscribe = parts.runtime.subscribe((event) => {
    if (event.invocationId === id) feed.push(event);
  });
  const stop = new AbortController();
  const onAbort = () => feed.close();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) return;
    const first = await parts.load();
    feed.skip(eventsOf(first).filter(({ type }) => type === 'gate-settled'));
    feed.pushAll(eventsOf(first));
    const watching = watch(parts, feed, stop.signal);
    // A ledger that fails ends the stream as it ends a request.
    watching.catch((error: unknown) => feed.fail(error));
    for await (const event of feed.read()) {
      if (!(await parts.isVisible())) return;
      yield event;
    }
  } finally {
    stop.abort();
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}

async function watch(
  { clock, load, isHere, isVisible }: FollowParts,
  feed: CallFeed,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(clock, POLL_MS, signal);
    if (signal.aborted || isHere()) continue;
    if (!(await isVisible())) return feed.close();
    feed.pushAll(eventsOf(await load()));
  }
}

/** What can be told of a call by its entry, in the order in which it happened. */
function eventsOf(entry: LedgerEntry | undefined): readonly CallEvent[] {
  if (entry === undefined) return [];
  const { invocationId, toolName, tenant, callerId, outcome, state } = entry;
  const origin = entry.origin ?? undefined;
  const about = { invocationId, toolName, tenant, callerId, origin, turnId: undefined };
  const callerName = entry.callerName ?? undefined;
  const events: CallEvent[] = entry.gates.flatMap(
    ({ gateId, name: gateName, openedAt, expiresAt, settlement }) => {
      const gate = { ...about, callerName, gateId, gateName };
      const opened: CallEvent = { ...gate, type: 'gate-open', at: openedAt, expiresAt };
      if (settlement === null) return [opened];
      const { at, status, approver, approverName, reason } = settlement;
      const decided = {
        approver: approver ?? undefined,
        approverName: approverName ?? undefined,
        reason: reason ?? undefined,
      };
      return [opened, { ...gate, type: 'gate-settled', at, status, ...decided }];
    },
  );
  if (outcome === null || !isEnded(state)) return events;
  const { endedAt: at, sideEffect, code, waitedMs, ranMs } = outcome;
  const ended = {
    sideEffect,
    code: code ?? undefined,
    waitedMs,
    ranMs,
    isRecorded: true,
    replayOf: undefined,
  };
  return [...events, { ...about, ...ended, type: 'tool-call-end', at, status: state }];
}

/** Events on their way to one reader, each once, whoever has told of it. */
class CallFeed {
  readonly #known = new Set<string>();
  readonly #waiting: CallEvent[] = [];
  #isClosed = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  push(event: CallEvent): void {
    const key = keyOf(event);
    if (this.#isClosed || (key !== undefined && this.#known.has(key))) return;
    if (key !== undefined) this.#known.add(key);
    this.#waiting.push(event);
    if (event.type === 'tool-call-end' || this.#waiting.length > MAX_WAITING) this.#isClosed = true;
    this.#wake();
  }

  pushAll(events: readonly CallEvent[]): void {
    for (const event of events) this.push(event);
  }

  /** Takes events for told, and that their gates were opened too. */
  skip(events: readonly CallEvent[]): void {
    for (const event of events) {
      if (!('gateId' in event)) continue;
      this.#known.add(`gate-open ${event.gateId}`).add(`gate-settled ${event.gateId}`);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.close();
  }

  async *read(): AsyncGenerator<CallEvent, void> {
    for (;;) {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) yield next;
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** Names what happens once; the rest may come any number of times. */
function keyOf(event: CallEvent): string | undefined {
  switch (event.type) {
    case 'gate-open':
    case 'gate-settled':
      return `${event.type} ${event.gateId}`;
    case 'tool-call-end':
    case 'tool-call-start':
      return event.type;
    default:
      return undefined;
  }
}
