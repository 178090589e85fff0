import { z } from 'zod';
import { dateTime } from './fields.ts';

export const tenant = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    hostTools: z.boolean().meta({ description: 'Whether the tenant may run the code of this service.' }),
    createdAt: dateTime,
    createdBy: z.string(),
  })
  .meta({ id: 'Tenant', description: 'Whose tools: tenants see nothing of one another.' });

const publishReport = z
  .strictObject({
    published: z.array(z.string()),
    unchanged: z.array(z.string()),
    drafts: z.array(z.string()),
    refused: z.array(z.strictObject({ name: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({
    id: 'PublishReport',
    description: 'What became of the tools that the service has code for, by name.',
  });

export const createdTenant = z
  .strictObject({
    tenant,
    published: publishReport
      .nullable()
      .meta({ description: 'Null if the tenant may not run the code of the service.' }),
  })
  .meta({ id: 'CreatedTenant', description: 'A tenant that was just created.' });

export const updatedTenant = z
  .strictObject({
    tenant,
    published: publishReport
      .nullable()
      .meta({ description: 'Null unless the change says that the tenant may run the code of the service.' }),
  })
  .meta({ id: 'UpdatedTenant', description: 'A tenant that was just changed.' });

const count = z.int().nonnegative();

export const removedTenant = z
  .strictObject({
    tenant,
    isRemoved: z.boolean().meta({ description: 'False for a dry run.' }),
    removedAt: dateTime.nullable().meta({ description: 'Null for a dry run.' }),
    removedBy: z.string().nullable(),
    lost: z
      .strictObject({
        tools: count,
        drafts: count,
        toolsets: count,
        keys: count.meta({ description: 'Those that hold something in this tenant only.' }),
        openCalls: count.meta({ description: 'Calls that run or wait. At most 1,000 are counted.' }),
      })
      .meta({ description: 'What ends with the tenant.' }),
  })
  .meta({ id: 'RemovedTenant', description: 'What ends with a tenant, and whether it has ended.' });
