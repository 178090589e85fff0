import type { Tool } from '../../core/tool.ts';
import type { CallRecord } from '../call-record.ts';

/** What is known when a call is accepted. */
export interface CallStart {
  readonly invocationId: string;
  readonly toolName: string;
  /** Undefined when there is no tool of that name. */
  readonly tool: Tool | undefined;
  readonly providerCallId: string | undefined;
}

/**
 * One call, as telemetry follows it.
 *
 * INVARIANT: `end` is called exactly once, after every `run`.
 */
export interface CallSpan {
  /** Runs a function with this call as the current one, and gives back what it gives. */
  run<Value>(work: () => Value): Value;
  end(record: CallRecord): void;
}

/** Follows calls. If it throws, the runtime's `onFault` is told and the call goes on without it. */
export interface Telemetry {
  startCall(start: CallStart): CallSpan;
}
