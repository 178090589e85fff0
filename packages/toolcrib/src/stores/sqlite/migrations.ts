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
  ],
};
