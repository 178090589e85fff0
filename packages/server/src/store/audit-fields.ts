/** What is searched for in an audit log, as expressions over an entry: the same in an index and in a query, or the index is not used. */
export interface AuditFields {
  readonly subject: string;
  readonly actor: string;
  /** How a call ended, and of everything else the outcome. */
  readonly status: string;
  readonly at: string;
  /** Only then the status is another than `ok`. */
  readonly isNotOk: string;
}

export const sqliteAuditFields: AuditFields = {
  subject: "json_extract(entry, '$.subject')",
  actor: "json_extract(entry, '$.actor')",
  status: `coalesce(case json_extract(entry, '$.action') when 'tool-call-end'
    then json_extract(entry, '$.details.status') end, json_extract(entry, '$.outcome'))`,
  at: "json_extract(entry, '$.at')",
  isNotOk: "json_extract(entry, '$.outcome') <> 'ok'",
};

export const postgresAuditFields: AuditFields = {
  subject: `((toolcrib_audit_json(entry) ->> 'subject') collate "C")`,
  actor: `((toolcrib_audit_json(entry) ->> 'actor') collate "C")`,
  status: `(coalesce(case toolcrib_audit_json(entry) ->> 'action' when 'tool-call-end'
    then toolcrib_audit_json(entry) -> 'details' ->> 'status' end, toolcrib_audit_json(entry) ->> 'outcome') collate "C")`,
  at: `((toolcrib_audit_json(entry) ->> 'at') collate "C")`,
  isNotOk: "(toolcrib_audit_json(entry) ->> 'outcome') <> 'ok'",
};

/** The tenant as an index has it that leads along one field: with the column itself databases take the index of numbers instead. */
export const ofTenant = "tenant || ''";

/** Which entries are in the index of times: enough to come near a time, and few to write. */
export const isTimed = 'sequence % 16 = 0';
