import type { Caller } from '../core/caller.ts';

/** One call that somebody asks for: a model in a turn, an HTTP client, an MCP client, a person. */
export interface CallRequest {
  /** The name of the tool, as it came. */
  readonly tool: string;
  /** The arguments: an object, or JSON text as the model wrote it. Text is parsed once, strictly. */
  readonly args: unknown;
  /** @default the runtime's `caller` */
  readonly caller?: Caller | undefined;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline of this call, in milliseconds; it can only shorten the tool's. */
  readonly timeoutMs?: number | undefined;
  /**
   * 1 to 256 characters, unique for this caller. The same key with the same tool and arguments gives the
   * stored outcome and runs nothing; with others it is refused.
   */
  readonly idempotencyKey?: string | undefined;
  /** What the provider calls this call. It is carried along and never used as a key. */
  readonly providerCallId?: string | undefined;
}
