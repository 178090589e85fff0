import type { ModelUsage } from '../../core/model-usage.ts';
import type { ToolDescription } from '../../core/tool.ts';
import type { AssistantMessage, ModelMessage } from './model-message.ts';

/** How the model of a conversation finds tools that it was not shown. */
export interface ModelToolSearch {
  /** The name of the tool that finds others. It is one of the `tools` of the request. */
  readonly tool: string;
  /**
   * What was found so far and can be called now, in the order in which it was found. None of it is one of the `tools`. The
   * `found` names of results in the conversation are resolved here; one that is not here is gone.
   */
  readonly found: readonly ToolDescription[];
}

/** What a model is asked to go on with. */
export interface ModelRequest {
  /** The conversation so far. Calls in it that have no result get one that says so. */
  readonly messages: readonly ModelMessage[];
  /** The tools that the model may call, in any order. `registry.describe()` is rendered once. */
  readonly tools: readonly ToolDescription[];
  /** Names of tools that are gone, and that the conversation still has calls of. */
  readonly retired?: readonly string[] | undefined;
  /** Present if the model looks for tools. An executor that does not load what was found appends it to the tools. */
  readonly toolSearch?: ModelToolSearch | undefined;
  /** What the model is told before everything else. */
  readonly system?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told what comes while it comes, if the executor streams. What it throws ends the request. */
  readonly onEvent?: ((event: ModelEvent) => void) | undefined;
}

/** What comes while a model answers. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /** A call has begun; its arguments are on their way. */
  | { readonly type: 'call-start'; readonly providerCallId: string; readonly tool: string };

/**
 * Why a model stopped: it is done, it wants calls to be made, it ran into a limit of length, it refuses, the
 * provider wants to be asked again to go on, the caller aborted, or something else.
 */
export type StopReason = 'end' | 'calls' | 'length' | 'refusal' | 'paused' | 'aborted' | 'other';

/** What a model did. */
export interface ModelStep {
  /** To be appended to the conversation. */
  readonly message: AssistantMessage;
  readonly stop: StopReason;
  /** Why the model refuses, in its words, if it says so. */
  readonly refusal?: string | undefined;
  readonly usage: ModelUsage;
}

/**
 * Asks a model for its next step. It runs no tool: the calls of the step go through `runtime.callAll()`.
 *
 * INVARIANT Whatever a model puts out, malformed, cut off or empty, is a step; calls that are no good end as
 * records of the call path.
 * INVARIANT An abort is a step too, with the text so far and no calls.
 * INVARIANT `run` rejects with `E_MODEL_FAILED` when the provider could not be asked or gave no answer, with a
 * `ConfigError` for mistakes of the programmer, and with nothing else.
 */
export interface ModelExecutor {
  readonly provider: string;
  /**
   * Whether the provider makes tools known in the middle of a conversation: those of `toolSearch` in a request are then
   * told where they were found, after everything that is in the provider's cache. @default false
   */
  readonly loadsFoundTools?: boolean | undefined;
  run(request: ModelRequest): Promise<ModelStep>;
}
