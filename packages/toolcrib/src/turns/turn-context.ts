import type { Caller } from '../core/caller.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { AckSource, MergeOptions, ToolRegistry } from '../core/tool-registry.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { ModelStep } from '../runtime/model/model-executor.ts';
import type { ModelMessage } from '../runtime/model/model-message.ts';

/** What every pipeline of a turn is given. It belongs to one turn; nothing done to it is seen by another. */
interface PipelineContext extends AckSource {
  /** Random, one per turn. That of a delegated turn begins with the id of the turn that delegated it. */
  readonly turnId: string;
  readonly caller: Caller;
  /** Aborted when the turn is, or when its time is over. */
  readonly signal: AbortSignal;
  /**
   * The tools of this turn, to be edited as the overlay of the runner allows: an open one takes anything, a narrow
   * one refuses new tools with `E_REGISTRY_SEALED`.
   */
  readonly tools: ToolRegistry;
  /** Merges a registry into the tools of this turn, as `ToolRegistry.merge()` does. @throws as that does */
  mergeTools(registry: ToolRegistry, options?: MergeOptions): void;
  /** The conversation, which the next request to the model is made of. It may be edited. */
  readonly messages: ModelMessage[];
  /** What the model is told before everything else. It may be set. */
  system: string | undefined;
  /** For what middleware wants to keep from one of its runs to the next in the same turn. */
  readonly state: Map<unknown, unknown>;
  /** The records of the calls of this turn, in the order of the calls. It grows; the result has its own. */
  readonly turnToolCalls: readonly CallRecord[];
  /** What the turn has cost so far, calls that asked models themselves included. */
  readonly usage: ModelUsage;
  /** Whether somebody has acknowledged or rejected already. */
  readonly isSignalled: boolean;
  /**
   * Rejects: the turn ends as `failed`, with this error if it is one of Toolcrib's, or as the `cause` of
   * `E_TURN_FAILED`.
   *
   * @throws ToolcribError `E_ALREADY_SIGNALLED`
   */
  nack(error: unknown): void;
  /**
   * Calls the listener once, when it is acknowledged, and at once if it already is. One that throws is reported to
   * the runtime's `onFault` and stops nobody.
   */
  onAck(listener: () => void): () => void;
}

/** A turn, as its input and output pipelines see it. */
export interface TurnContext extends PipelineContext {
  /** What the model said last. Setting it makes it the answer, in the conversation too. */
  text: string;
  /**
   * Ends the turn well. In the input pipeline no model is asked then. A text becomes the model's answer. A turn that a
   * limit stopped, or whose model refused, stays what it is.
   *
   * @throws ToolcribError `E_ALREADY_SIGNALLED`
   */
  ack(text?: string): void;
}

/** The loop of a turn, as the pipelines around each of its iterations see it. */
export interface DispatchContext extends PipelineContext {
  /** From 1: how often the model was asked, this time included. */
  readonly iteration: number;
  /** What the model did in this iteration; undefined before it was asked. */
  readonly step: ModelStep | undefined;
  /** The records of the calls of this iteration. */
  readonly stepToolCalls: readonly CallRecord[];
  /**
   * Ends the loop well after this iteration. In the input pipeline the model is not asked any more; the output
   * pipeline runs all the same. Without it the loop ends when the model makes no more calls.
   *
   * @throws ToolcribError `E_ALREADY_SIGNALLED`
   */
  ack(): void;
  /**
   * Tells the model something. In the output pipeline it is asked again, although it has made no call: what a check of
   * an answer needs. The limits of the runner still count.
   *
   * @throws ConfigError `E_INVALID_OPTION` for a message that is empty.
   */
  goOn(message: string): void;
}
