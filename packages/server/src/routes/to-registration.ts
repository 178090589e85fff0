import type { Tool } from 'toolcrib';
import {
  type Deprecation,
  specDigest,
  statusOf,
  type ToolRegistration,
  type ToolSpec,
} from 'toolcrib/catalog';
import type { z } from 'zod';
import { decodeCursor, refuseCursor } from '../http/cursor.ts';
import { type Page, toPage } from '../http/page.ts';
import type { Reach } from '../tenants/reach.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import type { ReachedTenant } from './open-reached.ts';
import type { PageRequest } from './page-by-key.ts';
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
export function toCatalogItem(tenant: ReachedTenant, registration: ToolRegistration): CatalogItem {
  const { name, version = null, title = null, description = null, tags = [] } = registration.spec;
  return {
    name,
    version,
    title,
    description,
    tags: [...tags],
    versionCount: tenant.room.catalog.versions(name).length,
    ...toStanding(tenant, registration),
  };
}

/** A version of a tool, with everything that there is to know of it, also of the code that this process has. */
export function toRegistration(
  tenant: ReachedTenant,
  registration: ToolRegistration,
  hostTools: readonly Tool[],
): RegistrationView {
  const { room } = tenant;
  const { catalog } = room;
  const { spec } = registration;
  const { name, version = null } = spec;
  return {
    name,
    version,
    isCurrent: catalog.get(name)?.spec === spec,
    spec,
    ...toStanding(tenant, registration),
    code: toCode(room, name, hostTools),
    versions: catalog.versions(name).map((published) => published.spec.version ?? null),
  };
}

/** A page of the versions of a tool, in the order of their first registration. */
export function toVersionPage(
  { room: { catalog }, reach }: ReachedTenant,
  name: string,
  { limit, after }: PageRequest,
): Page<z.input<typeof toolVersionSchema>> {
  const current = catalog.get(name)?.spec;
  // None is taken out while the tool exists, so that its place stays.
  const start = readPlace(decodeCursor(after));
  const found = catalog
    .versions(name)
    .slice(start, start + limit + 1)
    .map(({ spec, digest, createdAt, source = null, deprecation }, index) => ({
      place: start + index + 1,
      version: {
        version: spec.version ?? null,
        digest,
        authorityDigest: catalog.authorityDigest(spec),
        isCurrent: spec === current,
        createdAt,
        source,
        deprecation: toShownDeprecation(reach, deprecation),
      },
    }));
  const page = toPage(found, limit, ({ place }) => String(place));
  return { ...page, items: page.items.map(({ version }) => version) };
}

function readPlace(key = '0'): number {
  const place = Number(key);
  return Number.isSafeInteger(place) && place >= 0 ? place : refuseCursor();
}

/** Null in a tenant that may not run it. */
function toCode(room: TenantRoom, name: string, hostTools: readonly Tool[]): RegistrationView['code'] {
  const tool = room.bindingOf(name) === 'unbound' ? undefined : hostTools.find((one) => one.name === name);
  if (tool === undefined) return null;
  const { version = null, digest, authorityDigest: ofCode, effect, requires } = tool;
  return { version, digest, authorityDigest: ofCode, effect, requires: [...requires] };
}

function toStanding({ room, reach }: ReachedTenant, registration: ToolRegistration): Standing {
  const { spec, enabled, createdAt, source = null, deprecation, quarantine = null } = registration;
  const { catalog } = room;
  const published = catalog.versions(spec.name).find((version) => version.spec === spec);
  return {
    status: statusOf(registration, catalog.time()),
    enabled,
    binding: room.bindingOf(spec.name),
    // Known of whatever is published; only of a draft it has to be computed.
    digest: published?.digest ?? specDigest(spec),
    authorityDigest: catalog.authorityDigest(spec),
    createdAt,
    source,
    deprecation: toShownDeprecation(reach, deprecation),
    quarantine,
  };
}

/** Without the name of a tool that the reader may not know of. */
function toShownDeprecation(reach: Reach, deprecation: Deprecation | undefined): Standing['deprecation'] {
  if (deprecation === undefined) return null;
  const { replacement, ...rest } = deprecation;
  return replacement === undefined || reach.hasTool(replacement) ? deprecation : rest;
}
