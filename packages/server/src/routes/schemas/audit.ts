import { z } from 'zod';
import { dateTime, jsonObject } from './fields.ts';

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const auditEntry = z
  .strictObject({
    tenant: z.string().meta({ description: 'Whose log: a tenant, or `*` for the service.' }),
    sequence: z.int().min(1),
    id: z.string(),
    at: dateTime,
    action: z.enum([
      'tool-call-end',
      'tool-call-interrupted',
      'gate-open',
      'gate-settled',
      'tool-error-unhandled',
      'request-done',
      'request-denied',
      'service-started',
      'service-stopped',
    ]),
    actor: z.string(),
    outcome: z.enum(['ok', 'denied', 'failed']),
    code: z.string().exactOptional(),
    subject: z.string().exactOptional(),
    route: z.string().exactOptional(),
    requestId: z.string().exactOptional(),
    remoteAddress: z.string().exactOptional().meta({ description: 'Where the request came from.' }),
    invocationId: z.string().exactOptional(),
    details: jsonObject.exactOptional(),
    previous: hash.meta({ description: 'The hash of the entry before it; zeros for the first.' }),
    hash: hash.meta({
      description: 'SHA-256 of the canonical JSON (RFC 8785) of everything else in the entry.',
    }),
  })
  .meta({ id: 'AuditEntry', description: 'One entry of an audit log, which cannot be changed unseen.' });
