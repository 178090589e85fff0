import type { ToolDigest } from '../core/digest.ts';
import type { ToolcribError } from '../core/errors.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { ModelMessage } from '../runtime/model/model-message.ts';

/**
 * How a turn ended.
 *
 * - `done`: the model answered, or middleware acknowledged.
 * - `refused`: the model refuses to answer.
 * - `stopped`: a limit was reached; `limit` says which one.
 * - `aborted`: the `signal` of the turn was.
 * - `failed`: middleware rejected or threw, or the model could not be asked; `error` says why.
 */
export type TurnStatus = 'done' | 'refused' | 'stopped' | 'aborted' | 'failed';

/** Which limit stopped a turn: one of the runner's, the model's own for the length of an answer, or the provider. */
export type TurnLimit = 'iterations' | 'tokens' | 'time' | 'length' | 'provider';

/** A tool that middleware added to a turn. */
export interface AddedTool {
  readonly name: string;
  readonly digest: ToolDigest;
  readonly authorityDigest: ToolDigest;
  /** Whether it took the place of a tool of the same name. */
  readonly isReplacement: boolean;
}

/** What is left of a turn. Errors are values in it. */
export interface TurnResult {
  readonly turnId: string;
  readonly status: TurnStatus;
  /** What the model said last; empty if it said nothing, and if the turn failed. */
  readonly text: string;
  /** The records of all calls, in the order of the calls. */
  readonly records: readonly CallRecord[];
  /**
   * The conversation, the messages that the turn began with included. Every call in it that was made here has its
   * result, so that it can be gone on with, however the turn ended.
   */
  readonly messages: readonly ModelMessage[];
  /** The calls of this turn and of those before it whose artifacts can be queried: `earlierCalls` of the next turn. */
  readonly artifactCalls: readonly CallRecord[];
  /** What all models cost, those included that calls have asked. */
  readonly usage: ModelUsage;
  /** How often the model was asked. */
  readonly iterations: number;
  /** Set exactly when `stopped`. */
  readonly limit: TurnLimit | undefined;
  /** Set exactly when `failed`. Its `cause` may hold secrets. */
  readonly error: ToolcribError | undefined;
  /** Why the model refuses, in its words, if it says so. */
  readonly refusal: string | undefined;
  /** The tools that middleware added, in order, those included that it removed again. */
  readonly addedTools: readonly AddedTool[];
  /**
   * The names of the tools that searches have found, in order, those included that are gone again and those that the
   * conversation before had found. None without discovery.
   */
  readonly foundTools: readonly string[];
  /** The names of the ephemeral tools that a rejected dispatch left. No registry has them any more. */
  readonly leftTools: readonly string[];
}
