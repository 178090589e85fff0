import type { ClientCapabilities, InputResponses, RequestId } from '@modelcontextprotocol/server';
import type { McpEra, McpSession } from './mcp-session.ts';
import type { McpProgress } from './progress-relay.ts';
import type { PushForm } from './push-form.ts';

/** A `tools/call`, read. */
export interface ToolAsk {
  readonly session: McpSession;
  readonly era: McpEra;
  readonly name: string;
  readonly args: unknown;
  /** Aborted when nobody waits any more; one of them may be the session's own. */
  readonly signals: readonly AbortSignal[];
  /** By which the client may cancel the call with another request. */
  readonly ids: { readonly requestId: RequestId; readonly sessionId: string | undefined };
  readonly capabilities: ClientCapabilities | undefined;
  /** What the client gave back of an earlier answer; undefined if nothing. */
  readonly state?: unknown;
  /** What its user answered, by the name of the gate. */
  readonly responses?: InputResponses | undefined;
  /** How many gates were answered with it already. @default 0 */
  readonly round?: number | undefined;
  /** Undefined where a form is an answer, and not sent beside one. */
  readonly pushForm?: PushForm | undefined;
  readonly onProgress?: ((progress: McpProgress) => void) | undefined;
}
