import type { JsonObject } from '../../core/json.ts';
import type { SchemaReader } from '../../core/schema/schema-reader.ts';
import type { Call } from '../call.ts';
import type { CallApproval } from '../call-request.ts';
import { createEntry, nextEntry, withDigests } from '../ledger/entries.ts';
import type { RuntimeParts } from '../parts.ts';
import { timeoutOf } from '../path/bounded.ts';
import type { Ending } from '../path/ending.ts';
import { insertEntry } from '../path/insert-entry.ts';
import { hostFailed, leftToOthers, tooManyGates } from '../path/problems.ts';
import { writeNext } from '../path/write-next.ts';
import type { GateEntry, GateSettlement } from './gate-entry.ts';

/** A gate that is about to be opened. */
export interface GateRequest {
  readonly kind: GateEntry['kind'];
  readonly name: string;
  readonly prompt: string;
  readonly reader: SchemaReader | undefined;
  readonly details: JsonObject | undefined;
  readonly timeoutMs: number;
  /** Aborts the waiting. */
  readonly signal: AbortSignal | undefined;
  /** Known before anybody had to be asked. */
  readonly answer?: CallApproval | undefined;
}

/** Writes a gate into the ledger and waits until it is settled; or gives the ending of a call that cannot. */
export async function openGate(
  parts: RuntimeParts,
  call: Call,
  request: GateRequest,
): Promise<GateSettlement | Ending> {
  const { maxOpenGates } = parts.limits;
  const callerId = call.caller.id;
  if (request.answer === undefined && parts.gates.openOf(callerId) >= maxOpenGates) {
    return tooManyGates(call, maxOpenGates);
  }
  const endCount = parts.gates.count(callerId);
  try {
    return await waitAtGate(parts, call, request);
  } finally {
    endCount();
  }
}

async function waitAtGate(
  parts: RuntimeParts,
  call: Call,
  request: GateRequest,
): Promise<GateSettlement | Ending> {
  const gate = createGate(parts, call, request);
  const problem = await writeGate(parts, call, gate);
  if (problem !== undefined) return problem;
  if (gate.settlement !== null) {
    parts.gates.announceSettled(call, gate, gate.settlement);
    return gate.settlement;
  }

  parts.gates.announce(call, gate);
  const openedAt = parts.clock.elapsed();
  const { reader, signal } = request;
  const revision = call.entry?.revision;
  const settled = await parts.gates.wait({ call, gate, reader, signal, revision });
  call.waitedMs += parts.clock.elapsed() - openedAt;
  if (settled === 'closed') return leftToOthers(call);
  if (settled.entry !== undefined) call.entry = settled.entry;
  return settled.settlement;
}

function createGate(parts: RuntimeParts, call: Call, request: GateRequest): GateEntry {
  const openedAt = parts.clock.now();
  return Object.freeze({
    gateId: `${call.invocationId}.${call.entry?.gates.length ?? 0}`,
    kind: request.kind,
    name: request.name,
    prompt: request.prompt,
    schema: request.reader?.json ?? null,
    details: request.details ?? null,
    openedAt,
    expiresAt: openedAt + request.timeoutMs,
    settlement: request.answer === undefined ? null : toSettlement(request.answer, openedAt),
  });
}

function toSettlement({ decision, approver, reason }: CallApproval, at: number): GateSettlement {
  const status = decision === 'reject' ? 'rejected' : 'approved';
  return Object.freeze({ status, approver, approverName: null, reason: reason ?? null, value: null, at });
}

async function writeGate(parts: RuntimeParts, call: Call, gate: GateEntry): Promise<Ending | undefined> {
  const { entry } = call;
  if (entry === undefined) {
    const gates = Object.freeze([gate]);
    const first = createEntry(parts, call, { state: 'waiting', gates, timeoutMs: timeoutOf(parts, call) });
    return insertEntry(parts, call, first);
  }
  const gates = Object.freeze([...entry.gates, gate]);
  const waiting = withDigests(nextEntry(entry, { state: 'waiting', leaseUntil: null, gates }), call);
  try {
    if (await writeNext(parts, call, waiting)) return undefined;
    return hostFailed(call, {
      code: 'E_LEDGER_FAILED',
      cause: new Error('The entry was changed elsewhere.'),
    });
  } catch (cause) {
    return hostFailed(call, { code: 'E_LEDGER_FAILED', cause });
  }
}
