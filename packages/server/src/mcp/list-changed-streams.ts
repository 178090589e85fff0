import { createHash } from 'node:crypto';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { type Caller, ToolcribError, type ToolDescription } from 'toolcrib';
import { acceptsEventStream } from '../http/accepts-event-stream.ts';
import { type StreamEvent, toEventStreamAnswer } from '../http/event-stream.ts';
import { toResponse } from '../http/to-response.ts';
import type { ToolView } from '../tenants/tenant-room.ts';
import type { McpExchange } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';

/** Streams of this kind that one process holds open. */
const MAX_STREAMS = 4_096;

/** From this revision on clients know events that have only an id. */
const IDS_SINCE = '2025-11-25';

const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

const noStream = `Method not allowed: GET opens the stream of changes, and needs Accept: text/event-stream and an MCP-Protocol-Version of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}, or none. From 2026-07-28 on, POST subscriptions/listen instead. All messages are sent by POST.`;

/** The answer to a `GET` that asks for no stream which there is; undefined for any other request. */
export function refuseOtherGet({ method }: Request): Response | undefined {
  if (method !== 'GET') return undefined;
  const error = { code: -32_000, message: noStream };
  const headers = { allow: 'GET, POST' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 405, headers });
}

/**
 * Streams that tell clients of before 2026 when their list of tools has changed. Nothing is kept for a client that has gone:
 * the id of each event is that of the list, so any process knows whether a client that comes back has missed a change.
 */
export class ListChangedStreams {
  readonly #parts: Pick<McpParts, 'clock' | 'limiter' | 'onFault'>;
  readonly #open = new Set<AbortController>();
  readonly #ids = new ListIds();
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
    const changes = watchChanges(exchange.view);
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
    const findId = () => this.#ids.find(exchange.view, exchange.actor.caller);
    const { onFault } = this.#parts;
    const events = tellChanges(exchange.request, { nextChange: changes.next, findId, onFault });
    const answer = toEventStreamAnswer(
      {
        [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: async () => abort(controller) }),
      },
      { signal, clock: this.#parts.clock, onFault },
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
  /** Resolves when tools have changed since it was last asked. Changes that nobody asked about are one. */
  next(): Promise<void>;
  stop(): void;
}

function watchChanges(view: Pick<ToolView, 'onChange'>): Changes {
  let change = Promise.withResolvers<void>();
  const stop = view.onChange(() => change.resolve());
  return {
    next: async () => {
      await change.promise;
      change = Promise.withResolvers();
    },
    stop,
  };
}

interface ToldChanges {
  readonly nextChange: () => Promise<void>;
  /** The id of the list that the caller is shown now. */
  readonly findId: () => Promise<string>;
  /** Told of a list that could not be made. */
  readonly onFault: (error: unknown) => void;
}

/** A change of tools that the caller is not shown is not told: it would reveal that they exist. */
async function* tellChanges(
  { headers }: Request,
  { nextChange, findId, onFault }: ToldChanges,
): AsyncGenerator<StreamEvent, undefined> {
  const known = headers.get('last-event-id');
  let id = await findId();
  const hasMissedOne = known !== null && known !== id;
  if (hasMissedOne) yield toEvent(id);
  else if ((headers.get('mcp-protocol-version') ?? '') >= IDS_SINCE) yield { id, data: undefined };
  for (;;) {
    await nextChange();
    const before = id;
    id = await findId().catch((error: unknown) => {
      onFault(error);
      return before;
    });
    if (id !== before) yield toEvent(id);
  }
}

function toEvent(id: string): StreamEvent {
  return { id, event: 'message', data: CHANGED };
}

/** The ids of the lists that callers are shown. */
class ListIds {
  /** A view gives the same array while it describes the same tools. Each is hashed once, for all streams. */
  readonly #known = new WeakMap<readonly ToolDescription[], string>();

  /** The same in all processes, and another one as soon as a tool of the list is another one. */
  async find(view: Pick<ToolView, 'describe' | 'resolver'>, caller: Caller): Promise<string> {
    const descriptions = await view.describe(caller);
    const known = this.#known.get(descriptions);
    if (known !== undefined) return known;
    const hash = createHash('sha256');
    for (const { name } of descriptions) {
      // Null for one that was removed while the list was made. The digests cover all that a list says of a tool.
      const tool = view.resolver.resolve(name);
      hash.update(`${tool?.digest} ${tool?.authorityDigest}\n`);
    }
    const id = hash.digest('base64url').slice(0, 22);
    this.#known.set(descriptions, id);
    return id;
  }
}
