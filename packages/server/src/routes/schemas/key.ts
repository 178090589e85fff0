import { z } from 'zod';
import { dateTime, requestedDate } from './fields.ts';
import { grant, grantRequest, tenantGrantRequest } from './grant.ts';

const count = z.int().min(1).max(1_000_000_000);

const keyLimits = z
  .strictObject({
    requestsPerMinute: count.exactOptional(),
    callsPerMinutePerTool: count.exactOptional(),
    callsPerDayPerTool: count.exactOptional(),
    callsPerDay: count.exactOptional(),
  })
  .meta({ id: 'KeyLimits', description: 'How much somebody may do. What is absent is not limited.' });

const order = {
  name: z.string().min(1).max(128).meta({ description: 'For people.' }),
  limits: keyLimits.exactOptional(),
  expiresAt: requestedDate
    .nullable()
    .meta({
      description:
        'Null for never. Without it, the latest time that you may give: when the key that you use expires, for example.',
    })
    .exactOptional(),
};

export const tenantKeyRequest = z
  .strictObject({ ...order, grants: z.array(tenantGrantRequest).min(1).max(64) })
  .meta({ id: 'TenantKeyRequest', description: 'What a key of a tenant is to be.' });

export const keyRequest = z
  .strictObject({ ...order, grants: z.array(grantRequest).min(1).max(64) })
  .meta({ id: 'KeyRequest', description: 'What a key is to be.' });

const keyFields = {
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'expired', 'revoked']),
  grants: z.array(grant),
  limits: keyLimits,
  createdAt: dateTime,
  createdBy: z
    .string()
    .meta({ description: 'The principal that made it: `key:<id>`, `token:…` or `operator`.' }),
  expiresAt: dateTime.nullable(),
  revokedAt: dateTime.nullable(),
  revokedBy: z.string().nullable(),
  lastUsedAt: dateTime.nullable().meta({ description: 'To the minute or so.' }),
};

export const key = z
  .strictObject(keyFields)
  .meta({ id: 'Key', description: 'An API key, without its secret.' });

export const revokedKey = z
  .strictObject({
    ...keyFields,
    alsoRevoked: z.array(z.string()).meta({ description: 'Ids of the keys that were revoked with it.' }),
  })
  .meta({ id: 'RevokedKey', description: 'A key that was just revoked.' });

export const createdKey = z
  .strictObject({
    key: z.string().meta({ description: 'The key itself. It is shown here and never again.' }),
    record: key,
  })
  .meta({ id: 'CreatedKey', description: 'A key that was just made.' });
