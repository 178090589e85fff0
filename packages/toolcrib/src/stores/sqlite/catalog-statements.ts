import type { CatalogWriteKind } from '../catalog-write.ts';

/** The number of the last event of a tenant, and one event. */
export const selectFeed = `select f.last_sequence, f.document_sequence, e.sequence, e.name, e.event from toolcrib_feeds as f
  left join toolcrib_events as e on e.tenant = f.tenant and e.sequence = ? where f.tenant = ?`;

/** Writes one row each; the tenant is the first value. */
export const catalogWrites: Readonly<Record<CatalogWriteKind, string>> = {
  'clear-versions': 'delete from toolcrib_tool_versions where tenant = ? and name = ?',
  'remove-tool': 'delete from toolcrib_tools where tenant = ? and name = ?',
  'add-version': `insert into toolcrib_tool_versions
    (tenant, name, version, revision, spec, digest, created_at, source, deprecation)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  'set-deprecation': `update toolcrib_tool_versions set deprecation = ?4
    where tenant = ?1 and name = ?2 and version = ?3`,
  'put-tool': `insert into toolcrib_tools (tenant, name, current, enabled, quarantine) values (?, ?, ?, ?, ?)
    on conflict (tenant, name) do update
    set current = excluded.current, enabled = excluded.enabled, quarantine = excluded.quarantine`,
  'put-document': `insert into toolcrib_documents (tenant, key, sequence, document) values (?, ?, ?, ?)
    on conflict (tenant, key) do update set sequence = excluded.sequence, document = excluded.document`,
  'add-event': 'insert into toolcrib_events (tenant, sequence, name, event) values (?, ?, ?, ?)',
  'set-sequence': `insert into toolcrib_feeds (tenant, last_sequence, document_sequence)
    values (?1, ?2, coalesce(?3, 0)) on conflict (tenant) do update
    set last_sequence = excluded.last_sequence, document_sequence = coalesce(?3, document_sequence)`,
  'count-use': `insert into toolcrib_deprecated_uses
    (tenant, name, version, consumer, count, first_at, last_at) values (?, ?, ?, ?, ?, ?, ?)
    on conflict (tenant, name, version, consumer) do update
    set count = count + excluded.count,
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`,
};
