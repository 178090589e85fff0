import { createHash } from 'node:crypto';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { ToolcribError } from 'toolcrib';
import { acceptsEventStream } from '../http/accepts-event-stream.ts';
import { type StreamEvent, toEventStreamAnswer } from '../http/event-stream.ts';
import { toResponse } from '../http/to-response.ts';
import type { McpExchange } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { findShownTools, type ShownTools, watchToolList } from './watch-tool-list.ts';

/** Streams of this kind that one process holds open. */
const MAX_STREAMS = 4_096;

/** From this revision on clients know events that have only an id. */
const IDS_SINCE = '2025-11-25';

const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

/**
 * Streams that tell clients of before 2026 when their list of tools has changed. Nothing is kept for a client that has gone:
 * the id of each event is that of the list, so any process knows whether a client that comes back has missed a change.
 */
export class ListChangedStreams {
  readonly #parts: Pick<McpParts, 'clock' | 'limiter' | 'onFault'>;
  readonly #open = new Set<AbortController>();
  #isClosed = false;

  constructor(parts: Pick<McpParts, 'clock' | 'limiter' | 'onFault'>) {
    this.#parts = parts;
  }

  /**
   * Undefined if the request does not ask for a stream.
   *
   * @throws ToolcribError `E_CONCURRENCY_LIMITED` if the caller, or this process, has as many as there may be;
   * `E_RUNTIME_CLOSED` after `close`.
   */
  serve(exchange: McpExchange): Response | undefined {
    if (!isStreamRequest(exchange.request)) return undefined;
    this.#assertOpen();
    const release = this.#parts.limiter?.acquire('subscriptions', exchange.actor.principal);
    const controller = new AbortController();
    const signal = AbortSignal.any([exchange.signal, controller.signal]);
    const changes = watchChanges(exchange, this.#parts.onFault);
    this.#open.add(controller);
    const onEnd = exchange.onSubscribed?.(() => controller.abort());
    const end = () => {
      changes.stop();
      this.#open.delete(controller);
      onEnd?.();
      release?.();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    const events = tellChanges(exchange, changes.next);
    const answer = toEventStreamAnswer(
      {
        [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: async () => abort(controller) }),
      },
      { signal, clock: this.#parts.clock, onFault: this.#parts.onFault },
    );
    return toResponse(answer, exchange.request);
  }

  /** Ends all streams and opens no more. */
  close(): void {
    this.#isClosed = true;
    for (const controller of [...this.#open]) controller.abort();
  }

  #assertOpen(): void {
    if (this.#isClosed) {
      throw new ToolcribError(
        'E_RUNTIME_CLOSED',
        'The service is closing. Open the stream again in a moment.',
      );
    }
    if (this.#open.size < MAX_STREAMS) return;
    const message = `This process has ${MAX_STREAMS} open MCP streams, which is its limit. Try again later.`;
    throw new ToolcribError('E_CONCURRENCY_LIMITED', message);
  }
}

/** Only revisions before 2026 have streams that no request asks for. */
function isStreamRequest(request: Request): boolean {
  if (request.method !== 'GET' || !acceptsEventStream(request)) return false;
  const revision = request.headers.get('mcp-protocol-version');
  return revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision);
}

function abort(controller: AbortController): IteratorReturnResult<undefined> {
  controller.abort();
  return { done: true, value: undefined };
}

interface Changes {
  /** Resolves when the list has changed since it was last asked. Changes that nobody asked about are one. */
  next(): Promise<void>;
  stop(): void;
}

function watchChanges({ view, actor }: McpExchange, onFault: (error: unknown) => void): Changes {
  let change = Promise.withResolvers<void>();
  const stop = watchToolList({ view, caller: actor.caller, onChange: () => change.resolve(), onFault });
  return {
    next: async () => {
      await change.promise;
      change = Promise.withResolvers();
    },
    stop,
  };
}

async function* tellChanges(
  { request: { headers }, view, actor }: McpExchange,
  nextChange: () => Promise<void>,
): AsyncGenerator<StreamEvent, undefined> {
  const findId = async () => toListId(await findShownTools(view, actor.caller));
  const known = headers.get('last-event-id');
  const id = await findId();
  const hasMissedOne = known !== null && known !== id;
  if (hasMissedOne) yield toEvent(id);
  else if ((headers.get('mcp-protocol-version') ?? '') >= IDS_SINCE) yield { id, data: undefined };
  for (;;) {
    await nextChange();
    yield toEvent(await findId());
  }
}

function toEvent(id: string): StreamEvent {
  return { id, event: 'message', data: CHANGED };
}

/** The same in all processes, and another one as soon as a tool of the list is another one. */
function toListId(tools: ShownTools): string {
  const hash = createHash('sha256');
  for (const tool of tools) hash.update(`${tool?.digest} ${tool?.authorityDigest}\n`);
  return hash.digest('base64url').slice(0, 22);
}
