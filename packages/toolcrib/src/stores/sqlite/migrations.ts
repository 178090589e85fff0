import type { StoreSchema } from '../plan-migrations.ts';

/** The tables of a ledger. Texts compare by bytes, which is what SQLite does unless it is told otherwise. */
export const ledgerSchema: StoreSchema = {
  part: 'ledger',
  migrations: [
    `create table toolcrib_calls (
       invocation_id text primary key,
       revision integer not null,
       state text not null,
       tenant text not null,
       caller_id text not null,
       idempotency_key text,
       owner text not null,
       ended_at real,
       entry text not null
     );
     create unique index toolcrib_calls_by_key on toolcrib_calls (tenant, caller_id, idempotency_key)
       where idempotency_key is not null;
     create index toolcrib_calls_not_ended on toolcrib_calls (invocation_id) where ended_at is null;
     create index toolcrib_calls_by_end on toolcrib_calls (ended_at) where ended_at is not null;`,
    // The beginning of an id: a whole one may be longer than what fits into an index.
    'create index toolcrib_calls_by_caller on toolcrib_calls (substr(caller_id, 1, 200), invocation_id);',
    // Each index leads from what is searched for straight to the newest calls. Most calls are ok, and in no index of those that are not.
    `alter table toolcrib_calls add column tool_name text;
     update toolcrib_calls
       set tool_name = substr(entry -> '$.toolName', 2, length(entry -> '$.toolName') - 2);
     drop index toolcrib_calls_by_caller;
     create index toolcrib_calls_by_tenant on toolcrib_calls (substr(tenant, 1, 200) || '', invocation_id || '');
     create index toolcrib_calls_by_caller
       on toolcrib_calls (substr(tenant, 1, 200), substr(caller_id, 1, 200), invocation_id || '');
     create index toolcrib_calls_by_tool
       on toolcrib_calls (substr(tenant, 1, 200), substr(tool_name, 1, 200), invocation_id || '');
     create index toolcrib_calls_not_ok on toolcrib_calls (substr(tenant, 1, 200), state, invocation_id || '')
       where ended_at is not null and state <> 'ok';`,
  ],
};

/**
 * The tables of catalogues. Where rows are small, or follow one another, the table is its own index; specs and documents are neither.
 * Names, versions, sources, consumers and keys are escaped as in JSON; the version of those that have none is the empty
 * text. A document that is null was removed.
 */
export const catalogSchema: StoreSchema = {
  part: 'catalog',
  migrations: [
    `create table toolcrib_feeds (
       tenant text not null primary key,
       last_sequence integer not null,
       document_sequence integer not null
     ) strict, without rowid;
     create table toolcrib_tools (
       tenant text not null,
       name text not null,
       current integer not null,
       enabled integer not null,
       quarantine text,
       primary key (tenant, name)
     ) strict, without rowid;
     create table toolcrib_tool_versions (
       tenant text not null,
       name text not null,
       version text not null,
       revision integer not null,
       spec text not null,
       digest text not null,
       created_at text not null,
       source text,
       deprecation text,
       primary key (tenant, name, version)
     ) strict;
     create table toolcrib_documents (
       tenant text not null,
       key text not null,
       sequence integer not null,
       document text,
       primary key (tenant, key)
     ) strict;
     create index toolcrib_documents_by_sequence on toolcrib_documents (tenant, sequence);
     create table toolcrib_events (
       tenant text not null,
       sequence integer not null,
       name text not null,
       event text not null,
       primary key (tenant, sequence)
     ) strict, without rowid;
     create table toolcrib_deprecated_uses (
       tenant text not null,
       name text not null,
       version text not null,
       consumer text not null,
       count integer not null,
       first_at text not null,
       last_at text not null,
       primary key (tenant, name, version, consumer)
     ) strict, without rowid;`,
  ],
};
