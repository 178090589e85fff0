import { z } from 'zod';
import { dateTime, jsonObject, reason } from './fields.ts';

const digest = z.string().min(1).max(256);

export const gate = z
  .strictObject({
    id: z.string(),
    invocationId: z.string().meta({ description: 'The id of the call.' }),
    tool: z.string(),
    toolVersion: z.string().nullable(),
    tenant: z.string(),
    callerId: z.string().meta({ description: 'Who made the call.' }),
    callerName: z
      .string()
      .nullable()
      .meta({ description: 'The name of its key or of the person, as it was when the call was made.' }),
    kind: z.enum(['approval', 'question']).meta({
      description: '`approval` was asked by the policy before the tool ran, `question` by the tool itself.',
    }),
    name: z.string(),
    prompt: z.string(),
    details: jsonObject.nullable().meta({ description: 'Of an approval `{ arguments }`, without secrets.' }),
    schema: jsonObject
      .nullable()
      .meta({ description: 'The JSON Schema of the answer; null for a plain yes.' }),
    openedAt: dateTime,
    expiresAt: dateTime,
    status: z.enum(['open', 'approved', 'rejected', 'timed_out', 'aborted']),
    approver: z.string().nullable(),
    approverName: z.string().nullable().meta({ description: 'As it was at the decision.' }),
    reason: z.string().nullable(),
    settledAt: dateTime.nullable(),
    toolDigest: z.string().nullable().meta({ description: 'To be given back with the decision.' }),
    contentDigest: z.string().nullable().meta({ description: 'To be given back with the decision.' }),
    authorityDigest: z
      .string()
      .nullable()
      .meta({ description: 'Of what the call may do. To be given back with the decision.' }),
    reverts: z.string().nullable().meta({ description: 'The call that this one would take back.' }),
  })
  .meta({ id: 'Gate', description: 'Something that a call waits for.' });

export const gateDecision = z
  .strictObject({
    decision: z.enum(['approve', 'reject']),
    reason: reason.meta({ description: 'Shown to the model and to people.' }).exactOptional(),
    value: z.json().meta({ description: 'The answer, if the gate asks for one.' }).exactOptional(),
    toolDigest: digest.meta({ description: 'As it was in the gate that you looked at.' }),
    contentDigest: digest.meta({ description: 'As it was in the gate that you looked at.' }),
    authorityDigest: digest
      .meta({ description: 'As it was in the gate that you looked at; compared if it is given.' })
      .exactOptional(),
  })
  .meta({
    id: 'GateDecision',
    description: 'What you decided. The digests say about what: the decision holds for nothing else.',
  });
