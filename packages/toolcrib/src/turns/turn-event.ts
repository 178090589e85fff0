import type { ErrorCode } from '../core/errors.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { CallEvent } from '../runtime/call-event.ts';
import type { StopReason } from '../runtime/model/model-executor.ts';
import type { TurnLimit, TurnStatus } from './turn-result.ts';

/** What every event of a turn says, those of its calls apart. */
interface TurnEventBase {
  readonly turnId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What happens in a turn, in order: `turn-start` first, `turn-end` last and exactly once.
 *
 * - `step-start`, `step-end`: the model is asked, and has answered.
 * - `text`: a piece of its answer, while it comes; with an executor that does not stream, all of it.
 * - `tool-call-proposed`: a call begins in its answer, under the name that the model calls, which may be `call_tool`; its
 *   arguments are on their way.
 * - the events of the calls: starts, progress, gates, ends.
 */
export type TurnEvent =
  | (TurnEventBase & { readonly type: 'turn-start' })
  | (TurnEventBase & { readonly type: 'step-start'; readonly iteration: number })
  | (TurnEventBase & { readonly type: 'text'; readonly iteration: number; readonly text: string })
  | (TurnEventBase & {
      readonly type: 'tool-call-proposed';
      readonly iteration: number;
      readonly toolName: string;
      readonly providerCallId: string;
    })
  | (TurnEventBase & {
      readonly type: 'step-end';
      readonly iteration: number;
      readonly stop: StopReason;
      readonly calls: number;
      readonly usage: ModelUsage;
    })
  | (TurnEventBase & {
      readonly type: 'turn-end';
      readonly status: TurnStatus;
      readonly limit: TurnLimit | undefined;
      readonly code: ErrorCode | undefined;
      readonly iterations: number;
      readonly usage: ModelUsage;
    })
  | CallEvent;

/** Gets the events of a turn, in order. What it throws is reported to the runtime's `onFault`. */
export type TurnListener = (event: TurnEvent) => unknown;
