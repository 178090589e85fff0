import type { ErrorCode } from '../../core/errors.ts';
import type { CallRecord, GateSummary } from '../call-record.ts';
import type { CallStatus, SideEffect } from '../call-status.ts';
import { tenantOf } from '../tenant-of.ts';
import { toVisibleLine } from './visible-text.ts';

/** What a log may hold of a call: who, what, when and how it ended. No arguments, no result, no exception. */
export interface LogRendering {
  readonly invocationId: string;
  readonly toolName: string;
  readonly toolVersion?: string;
  readonly tenant: string;
  readonly callerId: string;
  readonly providerCallId?: string;
  readonly turnId?: string;
  readonly status: CallStatus;
  readonly sideEffect: SideEffect;
  readonly code?: ErrorCode;
  readonly resultKind?: string;
  readonly isTrusted: boolean;
  readonly isRecorded: boolean;
  readonly replayOf?: string;
  readonly gates: readonly GateSummary[];
  /** ISO 8601. */
  readonly acceptedAt: string;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly waitedMs: number;
  readonly ranMs: number;
}

/** Names that the host gives are longer than those of a model, and two of them should stay two. */
const MAX_HOST_NAME_LENGTH = 256;

/**
 * A record as a line of a log. Names are cut, and nothing in them can end the line or drive a terminal; the
 * tool name and the provider's id are what a model wrote.
 */
export function renderForLog(record: CallRecord): LogRendering {
  const { toolVersion, providerCallId, turnId, problem, result, replayOf, caller, timings } = record;
  return {
    invocationId: record.invocationId,
    toolName: toVisibleLine(record.toolName),
    ...(toolVersion !== undefined && { toolVersion: toVisibleLine(toolVersion) }),
    tenant: toVisibleLine(tenantOf(caller), MAX_HOST_NAME_LENGTH),
    callerId: toVisibleLine(caller.id, MAX_HOST_NAME_LENGTH),
    ...(providerCallId !== undefined && { providerCallId: toVisibleLine(providerCallId) }),
    ...(turnId !== undefined && { turnId: toVisibleLine(turnId, MAX_HOST_NAME_LENGTH) }),
    status: record.status,
    sideEffect: record.sideEffect,
    ...(problem && { code: problem.code }),
    ...(result && { resultKind: result.kind }),
    isTrusted: record.isTrusted,
    isRecorded: record.isRecorded,
    ...(replayOf !== undefined && { replayOf }),
    gates: record.gates.map(renderGate),
    acceptedAt: new Date(timings.acceptedAt).toISOString(),
    endedAt: new Date(timings.endedAt).toISOString(),
    waitedMs: toMicroseconds(timings.waitedMs),
    ranMs: toMicroseconds(timings.ranMs),
  };
}

function renderGate({ name, status, approver, approverName, reason }: GateSummary): GateSummary {
  return {
    name: toVisibleLine(name),
    status,
    ...(approver !== undefined && { approver: toVisibleLine(approver) }),
    ...(approverName !== undefined && { approverName: toVisibleLine(approverName) }),
    ...(reason !== undefined && { reason: toVisibleLine(reason) }),
  };
}

/** Milliseconds with three decimals; clocks give many more that mean nothing. */
function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
