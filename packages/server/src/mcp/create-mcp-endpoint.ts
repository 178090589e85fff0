import type { Clock } from 'toolcrib/runtime';
import type { Limiter } from '../auth/limiter.ts';
import type { Approvals } from '../calls/approvals.ts';
import { FastPath } from './fast-path.ts';
import { ListChangedStreams, refuseOtherGet } from './list-changed-streams.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';
import type { McpExtension } from './mcp-extension.ts';
import type { McpFaultListener, McpParts } from './mcp-parts.ts';
import { readMcpBody } from './read-mcp-body.ts';
import { refuseMessage } from './refuse-message.ts';
import { SdkPath } from './sdk-path.ts';
import { takeCancellation } from './take-cancellation.ts';
import { takeFormAnswer } from './take-form-answer.ts';
import { toMcpParts } from './to-mcp-parts.ts';
import { ToolLists } from './tool-lists.ts';

/** Everything that makes an MCP endpoint. */
export interface McpEndpointOptions {
  readonly calls: McpParts['calls'];
  /** Where users of clients that can show forms decide about their calls. @default gates are settled elsewhere */
  readonly approvals?: Approvals | undefined;
  readonly clock: Clock;
  /** @default nobody is held to limits but those of calls */
  readonly limiter?: Pick<Limiter, 'takeRequest' | 'acquire'> | undefined;
  /** Seals what clients carry from one request to the next. At least 32 bytes, the same in all processes. */
  readonly signingKey: Uint8Array | string;
  /** Of the service; clients are told. */
  readonly version: string;
  /** @default random UUIDs */
  readonly randomId?: (() => string) | undefined;
  /** In bytes. @default 1_048_576 */
  readonly maxBodyBytes?: number | undefined;
  /**
   * How many bytes of a text or of JSON are sent whole, at least 32,768, which every call keeps itself. Larger results are
   * stored, and clients get a link. @default 262_144, 256 KiB
   */
  readonly maxResultBytes?: number | undefined;
  /**
   * How long the request of a call is kept waiting in milliseconds, if its client can follow tasks; then the call is one.
   * @default 10_000
   */
  readonly taskAfterMs?: number | undefined;
  /** How many days calls are kept; 0 for ever. @default 0 */
  readonly keepCallsDays?: number | undefined;
  /** Whether arguments, redacted, go into the audit log. @default false */
  readonly auditArguments?: boolean | undefined;
  /** Whether the most frequent requests are answered without the SDK; the answers are the same. @default true */
  readonly isFast?: boolean | undefined;
  /** @default none */
  readonly extension?: McpExtension | undefined;
  /** Told of what no answer can tell, with the id of its request if it failed one. Must not throw. @default not told */
  readonly onFault?: McpFaultListener | undefined;
}

const MAX_BODY_BYTES = 1_048_576;

/**
 * Makes the endpoint that speaks MCP for all tenants and toolsets, in the revision of 2026-07-28 and those before it.
 *
 * @throws RangeError if the signing key is too short.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { maxBodyBytes = MAX_BODY_BYTES } = options;
  const lists = new ToolLists();
  const parts = toMcpParts(options);
  const sdk = new SdkPath(parts, lists);
  const streams = new ListChangedStreams(parts);
  const fast = options.isFast === false ? undefined : new FastPath(parts, lists);
  return Object.freeze({
    serve: async (exchange) => {
      const stream = streams.serve(exchange) ?? refuseOtherGet(exchange.request);
      if (stream !== undefined) return stream;
      const body = await readMcpBody(exchange.request, maxBodyBytes);
      if ('refusal' in body) return body.refusal;
      const { value } = body;
      // The request itself was counted, which is one of them.
      const more = Array.isArray(value) ? value.length - 1 : 0;
      if (more > 0) await options.limiter?.takeRequest(exchange.actor.principal, more);
      const fastAnswer = fast?.serve(exchange, value);
      if (fastAnswer !== undefined) return await fastAnswer;
      const refusal = refuseMessage(value);
      // As an answer where there is a request to answer: clients do not read the body of a 400.
      if (refusal !== undefined) return Response.json(refusal, { status: refusal.id === null ? 400 : 200 });
      takeCancellation(parts.running, exchange, value);
      return (await takeFormAnswer(parts, exchange, value)) ?? (await sdk.serve(exchange, value));
    },
    close: async () => {
      streams.close();
      await sdk.close();
    },
  } satisfies McpEndpoint);
}
