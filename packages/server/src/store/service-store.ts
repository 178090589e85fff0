import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Grant } from '../auth/grant.ts';
import type { KeyLimits } from '../auth/key-limits.ts';

/** A tenant. Its tools are in the catalogue, not here. */
export type TenantRecord = {
  readonly name: string;
  readonly title: string;
  /**
   * Whether the tenant may run the code of the service. Whose definitions are in its catalogue is no matter then: what is the
   * same as a tool of the service would run it. Of records that do not say so, only `default` may.
   */
  readonly hasHostTools: boolean;
  /** ISO 8601 in UTC, as everywhere here. */
  readonly createdAt: string;
  readonly createdBy: string;
};

/** What of a tenant can change. */
export type TenantChanges = {
  readonly title?: string | undefined;
  readonly hasHostTools?: boolean | undefined;
};

/** When something was removed, and by whom. */
export type Removal = { readonly at: string; readonly by: string };

/** An API key, without its secret. */
export type KeyRecord = {
  /** 16 characters of `A-Z a-z 0-9`; part of the key itself. */
  readonly id: string;
  /** For people, 1 to 128 characters. */
  readonly name: string;
  /** `sha256:<hex>` of the secret part of the key. */
  readonly secretHash: string;
  readonly grants: readonly Grant[];
  readonly limits: KeyLimits;
  readonly createdAt: string;
  /** The id of the principal that made it. */
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
  /** To the minute or so. */
  readonly lastUsedAt: string | null;
};

/** Where an audit log ends: the last entry of a tenant. */
export type AuditHead = { readonly sequence: number; readonly hash: string };

/** Which entries of an audit log to search for. All conditions that are given must hold. */
export type AuditSearch = {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  /** How a call ended, and of everything else the outcome. */
  readonly status?: string | undefined;
  /** Only entries of this time or later, ISO 8601 in UTC with milliseconds. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Only entries behind this number, in the order of the search. @default all */
  readonly after?: number | undefined;
  /** @default false */
  readonly newestFirst?: boolean | undefined;
  /** At most so many. */
  readonly limit: number;
  /** How many entries may be looked at to find some. */
  readonly maxLookedAt: number;
};

/** What a search in an audit log has found. */
export type AuditFindings = {
  readonly entries: readonly AuditEntry[];
  /** The search can be continued after this number, also where nothing was found; undefined if nothing is left. */
  readonly next: number | undefined;
};

/** A process that makes calls, and until when everything that ended there is in the audit logs. */
export type AuditMark = {
  /** Its name among the owners of calls. */
  readonly owner: string;
  readonly auditedUntil: string;
  /** When it was last known to live. */
  readonly seenAt: string;
};

/** What is taken out of a counter per minute. `needed` is at most `wanted`, which is at most `perMinute`. */
export type UseOfMinute = {
  readonly perMinute: number;
  readonly needed: number;
  readonly wanted: number;
  readonly now: number;
};

/** What was taken out of a counter, and what is left there, in parts of a use: `USE_PARTS` are a whole one. */
export type TakenUses = { readonly taken: number; readonly level: number };

/** A counter per minute gains in a millisecond as many of these parts as it has uses per minute. */
export const USE_PARTS = 60_000;

/** A page of something that is ordered by a key. */
export type StorePage = { readonly after?: string | undefined; readonly limit: number };

/**
 * What the service keeps beside catalogues and calls: tenants, keys, the audit log, how much was used. It holds no rule.
 * Methods reject with a ToolcribError `E_STORE_…` when the database cannot be used; nothing has changed then, as
 * far as that can be told.
 *
 * INVARIANT: what a method did is on the disk when it has answered.
 * INVARIANT: an audit entry is never changed or removed; numbers of a tenant follow one another without a gap.
 * INVARIANT: pages are sorted by their key in code-unit order.
 */
export interface ServiceStore {
  /** False if there is one of that name, or was: the name of a removed tenant stays with what was written down about it. */
  insertTenant(tenant: TenantRecord): Promise<boolean>;
  /** Undefined for one that was removed, as in `listTenants`. */
  getTenant(name: string): Promise<TenantRecord | undefined>;
  /** What the tenant is then; undefined if there is none of that name. Of two changes at once neither is lost. */
  updateTenant(name: string, changes: TenantChanges): Promise<TenantRecord | undefined>;
  /** False if there is none of that name, or it was removed before. */
  removeTenant(name: string, removal: Removal): Promise<boolean>;
  /** A tenant that was removed, as it was. */
  getRemovedTenant(name: string): Promise<(TenantRecord & { readonly removal: Removal }) | undefined>;
  listTenants(page: StorePage): Promise<readonly TenantRecord[]>;

  insertKey(key: KeyRecord): Promise<void>;
  getKey(id: string): Promise<KeyRecord | undefined>;
  /** Sorted by id. With a tenant those that have a grant for it, or for all. */
  listKeys(page: StorePage & { readonly tenant?: string | undefined }): Promise<readonly KeyRecord[]>;
  /** False if it is unknown or was revoked before. */
  revokeKey(id: string, mark: { readonly at: string; readonly by: string }): Promise<boolean>;
  /** Sets when keys were last used. */
  touchKeys(uses: readonly { readonly id: string; readonly at: string }[]): Promise<void>;

  /** Undefined before the first entry. The tenant `*` has a log too, for what concerns the service. */
  auditHead(tenant: string): Promise<AuditHead | undefined>;
  /** Appends all entries, whose numbers follow `after` (0 for an empty log), or none and answers false if it is not the head. */
  appendAudit(tenant: string, after: number, entries: readonly AuditEntry[]): Promise<boolean>;
  auditEntries(tenant: string, after: number, limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Searches a log by its order. With `until` entries are left out that were written much later than what they tell of: a
   * thousand entries or more behind those of their time, as after an outage of one process among several.
   */
  searchAudit(tenant: string, search: AuditSearch): Promise<AuditFindings>;

  /** Puts the mark of a process in the place of its last one, if there is one. */
  putAuditMark(mark: AuditMark): Promise<void>;
  listAuditMarks(): Promise<readonly AuditMark[]>;
  /** Removes a mark, unless another one has taken its place. */
  removeAuditMark(mark: AuditMark): Promise<void>;

  /** Keeps for the process that runs a call that the call is to be aborted. Does nothing if that is kept already. */
  putCancelRequest(invocationId: string, askedAt: string): Promise<void>;
  /** The calls that are to be aborted. */
  listCancelRequests(): Promise<readonly string[]>;
  /** Forgets the request for a call, and all that were made before a time. */
  removeCancelRequest(invocationId: string, askedBefore: string): Promise<void>;

  /** Adds to a counter and answers what it is then; counters of a window that has passed may be forgotten. */
  countUse(counter: string, use: { readonly window: string; readonly amount: number }): Promise<number>;

  /**
   * Takes uses out of a counter that has `perMinute` of them at first, and gets as many again over a minute, up to that number:
   * `wanted` of them, or as many as there are, or none if there are fewer than `needed`. `now` is the time, in milliseconds since
   * 1970, of a database that has no clock of its own. A counter must always have the same `perMinute`.
   */
  takeUses(counter: string, use: UseOfMinute): Promise<TakenUses>;

  /** A value that all processes share, such as a signing key: the one that is stored, or `made` if there is none. */
  getOrPutSetting(name: string, made: string): Promise<string>;
}
