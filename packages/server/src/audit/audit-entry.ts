/** What can be in an audit log. Noun and verb, as events are called everywhere. */
export type AuditAction =
  | 'tool-call-end'
  | 'tool-call-interrupted'
  | 'gate-open'
  | 'gate-settled'
  /** Code of a tool left an error behind that nothing caught, during its call or after it. At most one for each call. */
  | 'tool-error-unhandled'
  /** Somebody changed something over HTTP or the command line; `route` says what. */
  | 'request-done'
  /** Somebody was not allowed to; `code` says why. */
  | 'request-denied'
  | 'service-started'
  | 'service-stopped';

/**
 * One entry of an audit log: frozen JSON without arguments, results or secrets, unless arguments were asked for, and
 * then redacted. `hash` is `sha256:<hex>` of the canonical JSON (RFC 8785) of everything else in the entry; `previous` is
 * the hash of the entry before it, or 64 zeros after `sha256:`. So no entry can be changed, removed or put in without all
 * after it changing too.
 */
export type AuditEntry = {
  /** Whose log: a tenant, or `*`. */
  readonly tenant: string;
  /** 1, 2, 3 … */
  readonly sequence: number;
  /** Random; tells entries apart that say the same. */
  readonly id: string;
  readonly at: string;
  readonly action: AuditAction;
  /** The id of the principal. */
  readonly actor: string;
  readonly outcome: 'ok' | 'denied' | 'failed';
  /** An error code, where there is one. */
  readonly code?: string;
  /** What it is about: a tool, a toolset, a key, a gate … */
  readonly subject?: string;
  /** The operation id of the route, such as `disableTool`. */
  readonly route?: string;
  readonly requestId?: string;
  /** Where the request came from: the client, as far as proxies that are trusted say so. */
  readonly remoteAddress?: string;
  readonly invocationId?: string;
  /** Whatever else is to be known; small, and no secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly previous: string;
  readonly hash: string;
};

/** An entry before it has its place. */
export type AuditDraft = Omit<AuditEntry, 'sequence' | 'id' | 'at' | 'previous' | 'hash'>;
