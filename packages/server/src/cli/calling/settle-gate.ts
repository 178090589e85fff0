import { type JsonRecord, textOf } from '../client/json-fields.ts';
import type { CliSession } from '../session.ts';

/** What somebody decides. */
export interface GateAnswer {
  readonly decision: 'approve' | 'reject';
  readonly reason?: string | undefined;
  /** For a gate that asks a question. */
  readonly value?: unknown;
}

/** Settles a gate as it is now: an answer to anything else than what was just shown is refused by the service. */
export async function settleGate(session: CliSession, id: string, answer: GateAnswer): Promise<JsonRecord> {
  const client = await session.connect();
  const gate = await client.ask('GET', session.path('gates', id));
  return await client.ask('POST', session.path('gates', id, 'settle'), {
    body: {
      decision: answer.decision,
      toolDigest: textOf(gate, 'toolDigest'),
      contentDigest: textOf(gate, 'contentDigest'),
      ...(typeof gate.authorityDigest === 'string' && { authorityDigest: gate.authorityDigest }),
      ...(answer.reason === undefined ? {} : { reason: answer.reason }),
      ...(answer.value === undefined ? {} : { value: answer.value }),
    },
  });
}
