import { z } from 'zod';
import { ALL_TENANTS } from '../../auth/grant.ts';
import { tenantName } from './fields.ts';

const held = {
  roles: z
    .array(z.enum(['viewer', 'caller', 'publisher', 'approver', 'admin']))
    .min(1)
    .max(5),
  scopes: z
    .array(z.string().regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters'))
    .max(64)
    .default([])
    .meta({ description: 'What tools may require; `*` stands for all.' }),
  toolsets: z
    .array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'must be the name of a toolset'))
    .min(1)
    .max(64)
    .meta({ description: 'Everything that the roles allow ends at these; without it, the whole tenant.' })
    .exactOptional(),
  tools: z
    .array(z.string().min(1).max(256))
    .min(1)
    .max(256)
    .meta({
      description:
        'Everything that the role approver allows ends at these tools, by their names in the catalogue. Only with that role alone, and not together with toolsets.',
    })
    .exactOptional(),
};

/** In the keys of a tenant, where the tenant may be left out. */
export const tenantGrantRequest = z
  .strictObject({ tenant: tenantName.exactOptional(), ...held })
  .meta({ id: 'TenantGrantRequest', description: 'What a key is to hold in the tenant.' });

export const grantRequest = z
  .strictObject({ tenant: z.union([z.literal(ALL_TENANTS), tenantName]), ...held })
  .meta({
    id: 'GrantRequest',
    description: 'What a key is to hold in a tenant, or with `*` in all of them.',
  });

export const grant = z
  .strictObject({
    tenant: z.string(),
    roles: z.array(z.string()),
    scopes: z.array(z.string()),
    toolsets: z.array(z.string()).exactOptional(),
    tools: z.array(z.string()).exactOptional(),
  })
  .meta({ id: 'Grant', description: 'What somebody holds in a tenant, or with `*` in all of them.' });
