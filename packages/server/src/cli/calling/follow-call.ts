import type { ApiClient } from '../client/api-client.ts';
import { type JsonRecord, recordsOf, textOf } from '../client/json-fields.ts';
import type { CliSession } from '../session.ts';
import { gateIdOf } from './gate-id-of.ts';

/** How long one request waits, in milliseconds: short at first, so that a gate is noticed soon. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 20_000;

const running = new Set(['waiting', 'running']);
const settled = new Set(['approved', 'rejected', 'timed_out', 'aborted']);

/** Until when a call is followed. */
export interface FollowOptions {
  /** Whether a gate is waited for too, until somebody settles it. */
  readonly throughGates: boolean;
}

/** Asks for a call until it has ended, or waits at a gate. The waiting is done by the service. */
export async function followCall(
  session: CliSession,
  id: string,
  { throughGates }: FollowOptions,
): Promise<JsonRecord> {
  const client = await session.connect();
  let waitMs = FIRST_WAIT_MS;
  let hasTold = false;
  for (;;) {
    const call = await askFor(client, session.path('calls', id), waitMs);
    if (!running.has(textOf(call, 'state'))) return call;
    const gate = openGateOf(call);
    if (gate !== undefined && !throughGates) return call;
    if (gate !== undefined && !hasTold) {
      session.out.note(
        `Waiting for approval: toolcrib gates approve ${gateIdOf(gate)}   (or reject; until ${textOf(gate, 'expiresAt')})`,
      );
      hasTold = true;
    }
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** The gate that a call waits at. */
export function openGateOf(call: JsonRecord): JsonRecord | undefined {
  if (!running.has(textOf(call, 'state'))) return undefined;
  return recordsOf(call, 'gates').find((gate) => !settled.has(textOf(gate, 'status')));
}

function askFor(client: ApiClient, path: string, waitMs: number): Promise<JsonRecord> {
  return client.ask('GET', path, { query: { waitMs } });
}
