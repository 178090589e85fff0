import type { StoreSchema } from 'toolcrib/stores/sqlite';
import { isTimed, ofTenant, postgresAuditFields, sqliteAuditFields } from './audit-fields.ts';

/**
 * The tables of the service in SQLite. Records are JSON; beside them is what is searched for, escaped as in JSON. Nobody
 * changes or removes an audit entry by mistake: the table refuses it.
 */
export const sqliteSchema: StoreSchema = {
  part: 'service',
  migrations: [
    `create table toolcrib_tenants (
       name text not null primary key,
       record text not null
     ) strict, without rowid;
     create table toolcrib_keys (
       id text not null primary key,
       record text not null,
       revocation text,
       last_used_at text
     ) strict, without rowid;
     create table toolcrib_key_tenants (
       tenant text not null,
       key_id text not null,
       primary key (tenant, key_id)
     ) strict, without rowid;
     create table toolcrib_audit (
       tenant text not null,
       sequence integer not null,
       entry text not null
     ) strict;
     create unique index toolcrib_audit_by_sequence on toolcrib_audit (tenant, sequence);
     create trigger toolcrib_audit_kept before delete on toolcrib_audit
       begin select raise(abort, 'Audit entries are never removed.'); end;
     create trigger toolcrib_audit_unchanged before update on toolcrib_audit
       begin select raise(abort, 'Audit entries are never changed.'); end;
     create table toolcrib_uses (
       counter text not null,
       period text not null,
       count integer not null,
       primary key (counter, period)
     ) strict, without rowid;
     create index toolcrib_uses_by_period on toolcrib_uses (period);
     create table toolcrib_settings (
       name text not null primary key,
       value text not null
     ) strict, without rowid;`,
    `create table toolcrib_audit_marks (
       owner text not null primary key,
       audited_until text not null,
       seen_at text not null
     ) strict, without rowid;`,
    'alter table toolcrib_tenants add column removal text',
    // Made of the entries as they are: nothing in the log is written again.
    `create index toolcrib_audit_by_subject on toolcrib_audit ((${ofTenant}), ${sqliteAuditFields.subject}, sequence);
     create index toolcrib_audit_by_actor on toolcrib_audit ((${ofTenant}), ${sqliteAuditFields.actor}, sequence);
     create index toolcrib_audit_not_ok on toolcrib_audit ((${ofTenant}), ${sqliteAuditFields.status}, sequence)
       where ${sqliteAuditFields.isNotOk};
     create index toolcrib_audit_by_time on toolcrib_audit (tenant, ${sqliteAuditFields.at}, sequence) where ${isTimed};`,
    `create table toolcrib_rates (
       counter text not null primary key,
       per_minute integer not null,
       level integer not null,
       taken integer not null,
       filled_at integer not null
     ) strict, without rowid;`,
    `create table toolcrib_cancel_requests (
       invocation_id text not null primary key,
       asked_at text not null
     ) strict, without rowid;`,
  ],
};

/** The same in PostgreSQL. Texts compare by bytes, whatever the locale of the database. */
export const postgresSchema: StoreSchema = {
  part: 'service',
  migrations: [
    `create table toolcrib_tenants (
       name text collate "C" primary key,
       record text not null
     );
     create table toolcrib_keys (
       id text collate "C" primary key,
       record text not null,
       revocation text,
       last_used_at text collate "C"
     );
     create table toolcrib_key_tenants (
       tenant text collate "C",
       key_id text collate "C",
       primary key (tenant, key_id)
     );
     create table toolcrib_audit (
       tenant text collate "C",
       sequence bigint,
       entry text not null,
       primary key (tenant, sequence)
     );
     create function toolcrib_refuse_change() returns trigger language plpgsql as $$
       begin raise exception 'Audit entries are never changed or removed.'; end $$;
     create trigger toolcrib_audit_unchanged before update or delete on toolcrib_audit
       for each row execute function toolcrib_refuse_change();
     create trigger toolcrib_audit_kept before truncate on toolcrib_audit
       for each statement execute function toolcrib_refuse_change();
     create table toolcrib_uses (
       counter text collate "C",
       period text collate "C",
       count bigint not null,
       primary key (counter, period)
     );
     create index toolcrib_uses_by_period on toolcrib_uses (period);
     create table toolcrib_settings (
       name text collate "C" primary key,
       value text not null
     );
     create function toolcrib_append_audit(whose text, after bigint, entries text) returns boolean
       language plpgsql as $$
       begin
         -- Who comes second waits, and then sees what the first has written.
         perform pg_advisory_xact_lock(hashtextextended('toolcrib audit ' || whose, 0));
         if after <> (select coalesce(max(sequence), 0) from toolcrib_audit where tenant = whose) then
           return false;
         end if;
         insert into toolcrib_audit (tenant, sequence, entry)
           select whose, after + ordinality, value
           from json_array_elements_text(entries::json) with ordinality;
         return true;
       end $$;`,
    `create table toolcrib_audit_marks (
       owner text collate "C" primary key,
       audited_until text collate "C" not null,
       seen_at text collate "C" not null
     );`,
    'alter table toolcrib_tenants add column removal text',
    // Made of the entries as they are: nothing in the log is written again.
    `create function toolcrib_audit_json(entry text) returns json
       language sql immutable strict parallel safe as $$
       -- No text of a database can hold a null character or half of a surrogate pair; an entry can have them, escaped.
       select (case strpos(entry, '\\u') when 0 then entry
         else regexp_replace(entry, '((?<!\\\\)(?:\\\\\\\\)*)\\\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1\\\\ufffd', 'g') end)::json $$;
     create index toolcrib_audit_by_subject on toolcrib_audit ((${ofTenant}), ${postgresAuditFields.subject}, sequence);
     create index toolcrib_audit_by_actor on toolcrib_audit ((${ofTenant}), ${postgresAuditFields.actor}, sequence);
     create index toolcrib_audit_not_ok on toolcrib_audit ((${ofTenant}), ${postgresAuditFields.status}, sequence)
       where ${postgresAuditFields.isNotOk};
     create index toolcrib_audit_by_time on toolcrib_audit (tenant, ${postgresAuditFields.at}, sequence) where ${isTimed};`,
    `create table toolcrib_rates (
       counter text collate "C" primary key,
       per_minute bigint not null,
       level bigint not null,
       taken bigint not null,
       filled_at bigint not null
     );`,
    `create table toolcrib_cancel_requests (
       invocation_id text collate "C" primary key,
       asked_at text collate "C" not null
     );`,
  ],
};
