import type { Tool } from 'toolcrib';
import {
  authorityDigest,
  specDigest,
  statusOf,
  type ToolRegistration,
  type ToolSpec,
} from 'toolcrib/catalog';
import type { z } from 'zod';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import type {
  catalogItem,
  registration as registrationSchema,
  toolVersion as toolVersionSchema,
} from './schemas/registration.ts';

type CatalogItem = z.input<typeof catalogItem>;
/** With the very spec of the catalogue, which is frozen. */
type RegistrationView = Omit<z.input<typeof registrationSchema>, 'spec'> & { readonly spec: ToolSpec };
type Standing = Pick<
  CatalogItem,
  | 'status'
  | 'enabled'
  | 'binding'
  | 'digest'
  | 'authorityDigest'
  | 'createdAt'
  | 'source'
  | 'deprecation'
  | 'quarantine'
>;

/** A tool of the catalogue in a list. */
export function toCatalogItem(room: TenantRoom, registration: ToolRegistration): CatalogItem {
  const { name, version = null, title = null, description = null, tags = [] } = registration.spec;
  return {
    name,
    version,
    title,
    description,
    tags: [...tags],
    versionCount: room.catalog.versions(name).length,
    ...toStanding(room, registration),
  };
}

/** A version of a tool, with everything that there is to know of it, also of the code that this process has. */
export function toRegistration(
  room: TenantRoom,
  registration: ToolRegistration,
  hostTools: readonly Tool[],
): RegistrationView {
  const { catalog } = room;
  const { spec } = registration;
  const { name, version = null } = spec;
  return {
    name,
    version,
    isCurrent: catalog.get(name)?.spec === spec,
    spec,
    ...toStanding(room, registration),
    code: toCode(room, name, hostTools),
    versions: catalog.versions(name).map((published) => published.spec.version ?? null),
  };
}

/** Every version of a tool, in the order of their first registration. */
export function toVersions({ catalog }: TenantRoom, name: string): z.input<typeof toolVersionSchema>[] {
  const current = catalog.get(name)?.spec;
  return catalog.versions(name).map(({ spec, digest, createdAt, source = null, deprecation = null }) => ({
    version: spec.version ?? null,
    digest,
    authorityDigest: authorityDigest(spec),
    isCurrent: spec === current,
    createdAt,
    source,
    deprecation,
  }));
}

/** Null in a tenant that may not run it. */
function toCode(room: TenantRoom, name: string, hostTools: readonly Tool[]): RegistrationView['code'] {
  const tool = room.bindingOf(name) === 'unbound' ? undefined : hostTools.find((one) => one.name === name);
  if (tool === undefined) return null;
  const { version = null, digest, authorityDigest: ofCode, effect, requires } = tool;
  return { version, digest, authorityDigest: ofCode, effect, requires: [...requires] };
}

function toStanding(room: TenantRoom, registration: ToolRegistration): Standing {
  const { spec, enabled, createdAt, source = null, deprecation = null, quarantine = null } = registration;
  const { catalog } = room;
  const published = catalog.versions(spec.name).find((version) => version.spec === spec);
  return {
    status: statusOf(registration, catalog.time()),
    enabled,
    binding: room.bindingOf(spec.name),
    // Known of whatever is published; only of a draft it has to be computed.
    digest: published?.digest ?? specDigest(spec),
    authorityDigest: authorityDigest(spec),
    createdAt,
    source,
    deprecation,
    quarantine,
  };
}
