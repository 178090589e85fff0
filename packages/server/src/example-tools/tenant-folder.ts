import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Caller, ToolError } from 'toolcrib';

const DEFAULT_TENANT = 'default';

/**
 * The folder of a caller's tenant: the given one for `default`, and for every other one of its own, which no other tenant can
 * see. Whether it exists is for whoever writes into it.
 *
 * @throws ToolError for a tenant whose name could lead elsewhere.
 */
export function tenantFolder(folder: string, { tenant = DEFAULT_TENANT }: Caller): string {
  if (tenant === DEFAULT_TENANT) return folder;
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(tenant)) {
    throw new ToolError('This tenant can have no folder.', { changedNothing: true });
  }
  return join(tenantsFolder(folder), nameOf(tenant));
}

/** Where the folders of all tenants but `default` are: beside the given one, so that nobody who sees that sees them. */
export function tenantsFolder(folder: string): string {
  return `${resolve(folder)}.tenants`;
}

/** Some file systems take names for the same that differ in case, or by a dot at their end. */
function nameOf(tenant: string): string {
  if (/^[a-z0-9_-](?:[a-z0-9_.-]*[a-z0-9_-])?$/.test(tenant)) return tenant;
  return `${tenant}~${createHash('sha256').update(tenant).digest('hex').slice(0, 16)}`;
}
