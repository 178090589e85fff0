import type { StoreSchema } from '../plan-migrations.ts';

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
  ],
};
