import type { CallStatus } from '../runtime/index.ts';
import type { AnsweredCall, AnswerPart } from './tool-desk.ts';

/**
 * What a framework keeps of a call, in messages and for user interfaces: plain JSON. The parts are what the
 * model is given, with the envelope around text of strangers.
 */
export interface ToolOutput {
  readonly invocationId: string;
  readonly status: CallStatus;
  readonly parts: readonly AnswerPart[];
}

export function toToolOutput({ record, isError, parts }: AnsweredCall): ToolOutput {
  // A call may have ended well and yet not be shown.
  const status = isError && record.isOk ? 'failed' : record.status;
  return { invocationId: record.invocationId, status, parts };
}
