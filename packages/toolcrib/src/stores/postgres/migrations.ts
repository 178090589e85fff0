import type { StoreSchema } from '../plan-migrations.ts';

/** As JSON an entry would be refused where it has a null character. */
const toolNameIn = (entry: string) => `(regexp_match(${entry}, '"toolName":"((?:[^"\\\\]|\\\\.)*)"'))[1]`;

/** The tables of a ledger. Texts compare by bytes, whatever the locale of the database. */
export const ledgerSchema: StoreSchema = {
  part: 'ledger',
  migrations: [
    `create table toolcrib_calls (
       invocation_id text collate "C" primary key,
       revision bigint not null,
       state text collate "C" not null,
       tenant text collate "C" not null,
       caller_id text collate "C" not null,
       idempotency_key text collate "C",
       owner text collate "C" not null,
       ended_at double precision,
       entry text not null
     );
     create unique index toolcrib_calls_by_key on toolcrib_calls (tenant, caller_id, idempotency_key)
       where idempotency_key is not null;
     create index toolcrib_calls_not_ended on toolcrib_calls (invocation_id) where ended_at is null;
     create index toolcrib_calls_by_end on toolcrib_calls (ended_at) where ended_at is not null;`,
    // The beginning of an id: a whole one may be longer than what fits into an index.
    'create index toolcrib_calls_by_caller on toolcrib_calls (substr(caller_id, 1, 200), invocation_id);',
    // Each index leads from what is searched for straight to the newest calls. Most calls are ok, and in no index of those that are not.
    `alter table toolcrib_calls add column tool_name text collate "C";
     update toolcrib_calls set tool_name = ${toolNameIn('entry')};
     -- While replicas are replaced, those of the version before still write calls, without this column.
     create or replace function toolcrib_name_tool() returns trigger language plpgsql as $$
       begin
         new.tool_name := ${toolNameIn('new.entry')};
         return new;
       end $$;
     create trigger toolcrib_calls_named before insert on toolcrib_calls
       for each row when (new.tool_name is null) execute function toolcrib_name_tool();
     drop index toolcrib_calls_by_caller;
     create index toolcrib_calls_by_tenant on toolcrib_calls ((substr(tenant, 1, 200) || ''), (invocation_id || ''));
     create index toolcrib_calls_by_caller
       on toolcrib_calls (substr(tenant, 1, 200), substr(caller_id, 1, 200), (invocation_id || ''));
     create index toolcrib_calls_by_tool
       on toolcrib_calls (substr(tenant, 1, 200), substr(tool_name, 1, 200), (invocation_id || ''));
     create index toolcrib_calls_not_ok on toolcrib_calls (substr(tenant, 1, 200), state, (invocation_id || ''))
       where ended_at is not null and state <> 'ok';`,
  ],
};

/**
 * The tables of artifacts. The digest of the id is what is unique: an id may be longer than what fits into an index. It is
 * null until all bytes are there. Every block has 65,536 bytes but the last one, so that an offset tells the block.
 */
export const artifactSchema: StoreSchema = {
  part: 'artifacts',
  migrations: [
    `create table toolcrib_artifacts (
       content uuid primary key,
       id_digest bytea unique,
       id text not null,
       mime_type text not null,
       byte_length bigint not null,
       stored_at double precision not null
     );
     create index toolcrib_artifacts_by_age on toolcrib_artifacts (stored_at);
     create table toolcrib_artifact_blocks (
       content uuid references toolcrib_artifacts on delete cascade,
       position integer,
       bytes bytea not null,
       primary key (content, position)
     );`,
  ],
};

const catalogTables = `
  create table toolcrib_feeds (
    tenant text collate "C" primary key,
    last_sequence bigint not null,
    document_sequence bigint not null
  );
  create table toolcrib_tools (
    tenant text collate "C",
    name text collate "C",
    current integer not null,
    enabled boolean not null,
    quarantine text,
    primary key (tenant, name)
  );
  create table toolcrib_tool_versions (
    tenant text collate "C",
    name text collate "C",
    version text collate "C",
    revision integer not null,
    spec text not null,
    digest text not null,
    created_at text not null,
    source text,
    deprecation text,
    primary key (tenant, name, version)
  );
  create table toolcrib_documents (
    tenant text collate "C",
    key_digest bytea,
    key text collate "C" not null,
    sequence bigint not null,
    document text,
    primary key (tenant, key_digest)
  );
  create index toolcrib_documents_by_sequence on toolcrib_documents (tenant, sequence);
  create table toolcrib_events (
    tenant text collate "C",
    sequence bigint,
    name text collate "C" not null,
    event text not null,
    primary key (tenant, sequence)
  );
  create table toolcrib_deprecated_uses (
    tenant text collate "C",
    name text collate "C",
    version text collate "C",
    consumer text collate "C",
    count bigint not null,
    first_at text collate "C" not null,
    last_at text collate "C" not null,
    primary key (tenant, name, version, consumer)
  );`;

/**
 * The tables of catalogues. Names, versions, sources, consumers and keys are escaped as in JSON; the version of those that
 * have none is the empty text. A document that is null was removed; its key may be longer than what fits into an index.
 *
 * Rows are seen and written only by a transaction that has said whose they are, the owner of the tables included. After
 * such a transaction the setting is the empty text, which is nobody's.
 */
export const catalogSchema: StoreSchema = {
  part: 'catalog',
  migrations: [
    [
      catalogTables,
      ...['feeds', 'tools', 'tool_versions', 'documents', 'events', 'deprecated_uses'].map(
        (table) => `
  alter table toolcrib_${table} enable row level security;
  alter table toolcrib_${table} force row level security;
  create policy toolcrib_tenant on toolcrib_${table}
    using (tenant = nullif(current_setting('toolcrib.tenant', true), ''));`,
      ),
    ].join(''),
  ],
};
