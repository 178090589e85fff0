import { z } from 'zod';
import { dateTime, jsonObject, toolName, toolsetName } from './fields.ts';

export const idempotencyKey = z.string().min(1).max(256).meta({
  description: 'A call with a key that was used before is not made again; the first outcome is the answer.',
});

export const callRequest = z
  .strictObject({
    tool: toolName,
    arguments: jsonObject.default({}),
    toolset: toolsetName.meta({ description: 'The toolset to call it through.' }).exactOptional(),
    mode: z
      .enum(['sync', 'async'])
      .default('sync')
      .meta({ description: '`sync` waits for the end, `async` answers at once with an id to ask for.' }),
    idempotencyKey: idempotencyKey.exactOptional(),
    timeoutMs: z
      .int()
      .min(1)
      .max(3_600_000)
      .meta({ description: 'At most what the tool allows.' })
      .exactOptional(),
  })
  .meta({ id: 'CallRequest', description: 'A call to make.' });

const gate = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.string().meta({ description: '`open`, or how it was settled.' }),
  approver: z.string().nullable(),
  approverName: z.string().nullable().meta({ description: 'As it was at the decision.' }),
  reason: z.string().nullable(),
  settledAt: dateTime.nullable(),
  expiresAt: dateTime,
});

const result = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), text: z.string() }),
    z.strictObject({ kind: z.literal('json'), value: z.unknown() }),
    z.strictObject({ kind: z.literal('bytes'), base64: z.string() }),
    z.strictObject({ kind: z.literal('media'), media: z.array(z.unknown()) }),
    z.strictObject({ kind: z.literal('artifact'), artifact: z.unknown(), preview: z.string() }),
  ])
  .meta({ id: 'CallResult', description: 'What a call gave.' });

const exception = z
  .strictObject({
    path: z.string().meta({ description: 'Empty for what was thrown; `cause`, `cause.cause`, `errors[0]`.' }),
    type: z.string(),
    message: z.string(),
    code: z.string().exactOptional(),
    stack: z.string().exactOptional(),
  })
  .meta({ id: 'CallException', description: 'An error, or one of its causes, without known secrets.' });

export const call = z
  .strictObject({
    id: z.string(),
    tool: z.string(),
    toolVersion: z.string().nullable(),
    tenant: z.string(),
    callerId: z.string(),
    callerName: z
      .string()
      .nullable()
      .meta({ description: 'The name of its key or of the person, as it was when the call was made.' }),
    state: z.string().meta({
      description:
        '`waiting`, `running`, `unknown`, or how it ended: `ok`, `invalid_args`, `unknown_tool`, `denied`, `timed_out`, `aborted`, `failed`, `invalid_result`.',
    }),
    acceptedAt: dateTime,
    endedAt: dateTime.nullable(),
    ranMs: z.number().nullable(),
    sideEffect: z.string().nullable(),
    error: z.strictObject({ code: z.string(), message: z.string(), issues: z.array(z.unknown()) }).nullable(),
    result: result.nullable().meta({ description: 'Only for whoever made the call.' }),
    exceptions: z
      .array(exception)
      .meta({
        description:
          'What was thrown, and its causes, the first one first. Only in the answer to a request for one call, and only with `calls:debug`.',
      })
      .exactOptional(),
    gates: z.array(gate),
  })
  .meta({ id: 'Call', description: 'A call, and what became of it.' });

export const acceptedCall = z
  .strictObject({
    id: z.string(),
    state: z.enum(['accepted', 'waiting']),
    gate: z
      .strictObject({ id: z.string(), name: z.string(), prompt: z.string(), expiresAt: dateTime })
      .nullable()
      .meta({ description: 'What the call waits for, if it does.' }),
  })
  .meta({
    id: 'AcceptedCall',
    description: 'A call that has not ended yet. `Location` is where to ask for it.',
  });
