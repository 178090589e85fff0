import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createMcpHandler,
  isInitializeRequest,
  type McpHttpHandler,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Actor } from '../auth/actor.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { canShowForms } from './decide-by-form.ts';
import type { McpExchange } from './mcp-endpoint.ts';
import type { McpParts } from './mcp-parts.ts';
import { SESSION_HEADER } from './mcp-session-ids.ts';
import { sayMissing } from './say-missing.ts';
import { canUseTasks, missingTasksCapability } from './tasks.ts';
import type { ToolLists } from './tool-lists.ts';
import { watchToolList } from './watch-tool-list.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Subscriptions that one process holds open. */
const MAX_SUBSCRIPTIONS = 1_024;

/** Answers requests with the official SDK, which is the authority on the protocol. */
export class SdkPath {
  readonly #parts: McpParts;
  readonly #lists: ToolLists;
  /** Those whose `subscriptions/listen` is open. */
  readonly #listening = new Set<McpHttpHandler>();
  #isClosed = false;

  constructor(parts: McpParts, lists: ToolLists) {
    this.#parts = parts;
    this.#lists = lists;
  }

  /** Answers a request whose body was read already, if it has one. */
  async serve(exchange: McpExchange, parsedBody: unknown): Promise<Response> {
    const refusal = refuseTaskSubscription(parsedBody);
    if (refusal !== undefined) return refusal;
    const release = isListenRequest(parsedBody)
      ? this.#parts.limiter?.acquire('subscriptions', exchange.actor.principal)
      : undefined;
    let isSubscribed = false;
    const onSubscribed = (end: () => void): (() => void) => {
      isSubscribed = true;
      const onEnd = exchange.onSubscribed?.(end);
      return () => {
        release?.();
        onEnd?.();
      };
    };
    try {
      return await this.#serve({ ...exchange, onSubscribed }, parsedBody);
    } finally {
      if (!isSubscribed) release?.();
    }
  }

  async #serve(exchange: McpExchange, parsedBody: unknown): Promise<Response> {
    const { request, actor } = exchange;
    const sessionId = request.headers.get(SESSION_HEADER) ?? undefined;
    const capabilities = await this.#parts.sessionIds.capabilitiesOf(sessionId, actor);
    // A handler is a few closures; one per request needs no way to tell a factory whom it works for.
    const handler: McpHttpHandler = createMcpHandler(
      ({ era }) => {
        const known = era === 'legacy' ? capabilities : undefined;
        return createMcpServer(this.#parts, { session: exchange, era, lists: this.#lists, known, sessionId });
      },
      {
        bus: this.#createBus(exchange, () => handler),
        maxSubscriptions: this.#isClosed || this.#listening.size >= MAX_SUBSCRIPTIONS ? 0 : 1,
      },
    );
    const response = await handler.fetch(request, parsedBody === undefined ? {} : { parsedBody });
    if (response.status === 200 && isInitializeRequest(parsedBody)) {
      const { capabilities: offered } = parsedBody.params;
      response.headers.set(SESSION_HEADER, await this.#issueSessionId(actor, offered));
    }
    return response.status === 400 ? await toPlainRefusal(response) : response;
  }

  /** Who may not decide is not asked. */
  #issueSessionId(actor: Actor, offered: ClientCapabilities): Promise<string> {
    const mayDecide = this.#parts.approvals !== undefined && actor.permissions.has('gates:settle');
    return this.#parts.sessionIds.issue(actor, mayDecide && canShowForms(offered));
  }

  /** Ends subscriptions. A handler has one request, so that no call ends with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#listening].map((handler) => handler.close()));
  }

  /** A subscription hears of the changes of what its caller is shown, and of nothing else. */
  #createBus({ view, actor, onSubscribed }: McpExchange, handler: () => McpHttpHandler): ServerEventBus {
    return {
      publish: () => {
        // Views are the only source.
      },
      subscribe: (listener) => {
        const stop = watchToolList({
          view,
          caller: actor.caller,
          onChange: () => listener({ kind: 'tools_list_changed' }),
          onFault: this.#parts.onFault,
        });
        this.#listening.add(handler());
        const onEnd = onSubscribed?.(() => void handler().close().catch(this.#parts.onFault));
        return () => {
          stop();
          onEnd?.();
          this.#listening.delete(handler());
        };
      },
    };
  }
}

function isListenRequest(body: unknown): boolean {
  return (Object(body) as { readonly method?: unknown }).method === 'subscriptions/listen';
}

/**
 * The answer to a client that wants to be told of tasks and has not said that it can follow them; undefined for any other
 * request. A client that has is told of none: its acknowledgement names no tasks, and it asks for them.
 */
function refuseTaskSubscription(body: unknown): Response | undefined {
  if (!isListenRequest(body)) return undefined;
  const { id, params } = Object(body) as Fields;
  const { notifications, _meta: meta } = Object(params) as Fields;
  const capabilities = (Object(meta) as Fields)[CLIENT_CAPABILITIES_META_KEY] as
    | ClientCapabilities
    | undefined;
  const wantsTasks = (Object(notifications) as Fields).taskIds !== undefined;
  if (!wantsTasks || canUseTasks({ era: 'modern', capabilities })) return undefined;
  const { code, message, data } = missingTasksCapability();
  return Response.json({ jsonrpc: '2.0', error: { code, message, data }, id: id ?? null }, { status: 400 });
}

async function toPlainRefusal(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(sayMissing(await response.text()), { status, headers });
}
