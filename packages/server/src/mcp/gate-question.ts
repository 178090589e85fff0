import type { OpenGate } from 'toolcrib/runtime';
import type { GateView } from '../calls/approvals.ts';

/** What a client needs to know of a gate to decide about it. */
export type GateQuestion = Pick<
  OpenGate,
  | 'gateId'
  | 'invocationId'
  | 'toolName'
  | 'tenant'
  | 'callerId'
  | 'callerName'
  | 'kind'
  | 'name'
  | 'prompt'
  | 'details'
  | 'schema'
  | 'expiresAt'
  | 'toolDigest'
  | 'contentDigest'
>;

/** A gate that was looked up; undefined if it is settled. */
export function toGateQuestion(gate: GateView): GateQuestion | undefined {
  const { id, tool, expiresAt, status, toolDigest, contentDigest, ...rest } = gate;
  if (status !== 'open' || toolDigest === null || contentDigest === null) return undefined;
  return { ...rest, gateId: id, toolName: tool, expiresAt: Date.parse(expiresAt), toolDigest, contentDigest };
}
