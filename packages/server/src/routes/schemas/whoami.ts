import { z } from 'zod';
import { grant } from './grant.ts';

export const whoami = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['key', 'token', 'operator']),
    name: z.string(),
    grants: z.array(grant),
    tenants: z.array(
      z.strictObject({
        tenant: z.string(),
        permissions: z.array(z.string()),
        scopes: z.array(z.string()),
        toolsets: z
          .array(z.string())
          .nullable()
          .meta({ description: 'The only ones that may be used; null if all tools may.' }),
      }),
    ),
  })
  .meta({ id: 'Whoami', description: 'Who you are to the service, and what you may do in each tenant.' });
