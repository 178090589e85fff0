import { z } from 'zod';
import type { Grant } from './grant.ts';
import { roles } from './role.ts';

const TENANT_NAME = /^[A-Za-z0-9_.-]{1,64}$|^\*$/;

/** A tenant, or all of them. */
export const tenantName = z.string().regex(TENANT_NAME, 'must be the name of a tenant, or *');

/** Whether a text can be the tenant of a grant. */
export function isTenantName(text: string): boolean {
  return TENANT_NAME.test(text);
}

const toolsetName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'must be the name of a toolset');
/** As catalogs have them. */
const toolName = z.string().regex(/^[^\p{C}\p{Z}]{1,256}$/u, 'must be the name of a tool');
/** Printable ASCII without spaces, as OAuth has it. */
const scope = z.string().regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 visible ASCII characters');

/** What a grant has beside its tenant. */
export const grantFields = {
  roles: z.array(z.enum(roles)).min(1).max(roles.length),
  scopes: z.array(scope).max(64).default([]),
  toolsets: z.array(toolsetName).min(1).max(64).exactOptional(),
  tools: z.array(toolName).min(1).max(256).exactOptional(),
};

/** What is said where {@link isForApprovers} is false. */
export const onlyForApprovers = {
  path: ['tools'],
  message: 'can only be given with the role approver alone, and not together with toolsets',
};

/** A grant as it comes from outside. Nothing beyond what it names. */
const grantSchema: z.ZodType<Grant> = z
  .strictObject({ tenant: tenantName, ...grantFields })
  .refine(isForApprovers, onlyForApprovers);

/** Other roles reach tools in ways that names of tools do not limit. */
export function isForApprovers({
  roles: held,
  toolsets,
  tools,
}: Pick<Grant, 'roles' | 'toolsets' | 'tools'>): boolean {
  return tools === undefined || (toolsets === undefined && held.every((role) => role === 'approver'));
}

/** All grants of somebody. */
export const grantsSchema = z.array(grantSchema).max(64);
