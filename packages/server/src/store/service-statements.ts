import { type AuditFields, postgresAuditFields, sqliteAuditFields } from './audit-fields.ts';
import { USE_PARTS } from './service-store.ts';

/** What the two databases say differently. */
export interface ServiceDialect {
  readonly auditFields: AuditFields;
  /** Given tenant, number of the last entry and a JSON array of entries as texts; answers a row if they were appended. */
  readonly appendAudit: string;
  /** Given a JSON array of ids, and one of times. */
  readonly touchKeys: string;
  /** Whether the database tells the time, the same to all processes. Otherwise it is a value of the statements below. */
  readonly hasClock: boolean;
  /**
   * Given a counter, its uses per minute, its level if it is new, how many uses are wanted, the time, and twice how many are
   * needed; answers its level and what was taken.
   */
  readonly takeUses: string;
  /** Given the time, forgets counters per minute that are full. */
  readonly forgetRates: string;
}

/** A time that is earlier by more than this is one of a clock that was put back; less is two statements that crossed. */
const CLOCK_SLACK_MS = 5_000;

/** What a database calls the smaller and the greater of two numbers, and the time in milliseconds since 1970. */
interface RateWords {
  readonly least: string;
  readonly greatest: string;
  readonly now: string;
}

function rateStatements({
  least,
  greatest,
  now,
}: RateWords): Pick<ServiceDialect, 'takeUses' | 'forgetRates'> {
  // After a minute a counter is full, however long it was not used.
  const passed = `${least}(60000, ${greatest}(0, excluded.filled_at - toolcrib_rates.filled_at))`;
  const full = `${least}(excluded.per_minute * ${USE_PARTS}, toolcrib_rates.level + ${passed} * excluded.per_minute)`;
  const taken = `case when ${full} < cast(? as bigint) * ${USE_PARTS} then 0 else ${least}(excluded.taken, ${full} / ${USE_PARTS}) end`;
  return {
    takeUses: `insert into toolcrib_rates (counter, per_minute, level, taken, filled_at) values (?, ?, ?, ?, ${now})
      on conflict (counter) do update set
        level = ${full} - (${taken}) * ${USE_PARTS},
        taken = ${taken},
        filled_at = case when toolcrib_rates.filled_at > excluded.filled_at + ${CLOCK_SLACK_MS} then excluded.filled_at
          else ${greatest}(toolcrib_rates.filled_at, excluded.filled_at) end
      returning level, taken`,
    forgetRates: `delete from toolcrib_rates where filled_at < ${now} - 60000`,
  };
}

export const sqliteDialect: ServiceDialect = {
  auditFields: sqliteAuditFields,
  appendAudit: `insert into toolcrib_audit (tenant, sequence, entry)
    select ?1, ?2 + 1 + each.key, each.value from json_each(?3) as each
    where (select coalesce(max(sequence), 0) from toolcrib_audit where tenant = ?1) = ?2
    returning sequence`,
  touchKeys: `update toolcrib_keys set last_used_at = uses.at
    from (select json_extract(value, '$.id') as id, json_extract(value, '$.at') as at from json_each(?)) as uses
    where toolcrib_keys.id = uses.id and coalesce(toolcrib_keys.last_used_at, '') < uses.at`,
  hasClock: false,
  ...rateStatements({ least: 'min', greatest: 'max', now: 'cast(? as bigint)' }),
};

export const postgresDialect: ServiceDialect = {
  auditFields: postgresAuditFields,
  appendAudit: 'select 1 from toolcrib_append_audit(?, ?, ?) as appended where appended',
  touchKeys: `update toolcrib_keys set last_used_at = uses.at
    from json_to_recordset(?::json) as uses (id text, at text)
    where toolcrib_keys.id = uses.id and coalesce(toolcrib_keys.last_used_at, '') < uses.at collate "C"`,
  hasClock: true,
  ...rateStatements({
    least: 'least',
    greatest: 'greatest',
    now: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
  }),
};

export const insertTenant =
  'insert into toolcrib_tenants (name, record) values (?, ?) on conflict do nothing';

export const selectTenant = 'select record from toolcrib_tenants where name = ? and removal is null';

export const updateTenant =
  'update toolcrib_tenants set record = ? where name = ? and record = ? and removal is null';

export const removeTenant = 'update toolcrib_tenants set removal = ? where name = ? and removal is null';

export const selectRemovedTenant =
  'select record, removal from toolcrib_tenants where name = ? and removal is not null';

export const selectTenants =
  'select record from toolcrib_tenants where name > ? and removal is null order by name limit ?';

export const insertKey = 'insert into toolcrib_keys (id, record) values (?, ?)';

export const insertKeyTenant =
  'insert into toolcrib_key_tenants (tenant, key_id) values (?, ?) on conflict do nothing';

const keyColumns = 'select record, revocation, last_used_at from toolcrib_keys';

export const selectKey = `${keyColumns} where id = ?`;

export const selectKeys = `${keyColumns} where id > ? order by id limit ?`;

export const selectKeysOfTenant = `${keyColumns} where id in (
    select key_id from toolcrib_key_tenants where tenant in (?, '*')
  ) and id > ? order by id limit ?`;

export const revokeKey = 'update toolcrib_keys set revocation = ? where id = ? and revocation is null';

export const selectAuditHead =
  'select sequence, entry from toolcrib_audit where tenant = ? order by sequence desc limit 1';

export const selectAudit =
  'select sequence, entry from toolcrib_audit where tenant = ? and sequence > ? order by sequence limit ?';

export const putCancelRequest = `insert into toolcrib_cancel_requests (invocation_id, asked_at) values (?, ?)
  on conflict (invocation_id) do nothing`;

export const selectCancelRequests =
  'select invocation_id from toolcrib_cancel_requests order by invocation_id';

export const deleteCancelRequests =
  'delete from toolcrib_cancel_requests where invocation_id = ? or asked_at < ?';

export const putAuditMark = `insert into toolcrib_audit_marks (owner, audited_until, seen_at) values (?, ?, ?)
  on conflict (owner) do update set audited_until = excluded.audited_until, seen_at = excluded.seen_at`;

export const selectAuditMarks =
  'select owner, audited_until, seen_at from toolcrib_audit_marks order by owner';

export const deleteAuditMark =
  'delete from toolcrib_audit_marks where owner = ? and audited_until = ? and seen_at = ?';

export const countUse = `insert into toolcrib_uses (counter, period, count) values (?, ?, ?)
  on conflict (counter, period) do update set count = toolcrib_uses.count + excluded.count returning count`;

/** All but the two newest, so that a process whose clock is a little behind still finds its own. */
export const forgetUses = `delete from toolcrib_uses
  where period < (select max(period) from toolcrib_uses where period < ?)`;

export const insertSetting =
  'insert into toolcrib_settings (name, value) values (?, ?) on conflict do nothing';

export const putSetting = `insert into toolcrib_settings (name, value) values (?, ?)
  on conflict (name) do update set value = excluded.value`;

export const selectSetting = 'select value from toolcrib_settings where name = ?';
