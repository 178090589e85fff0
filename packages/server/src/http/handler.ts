import type { Principal } from '../auth/principal.ts';

/** What is known of a request beside what it says itself. */
export interface RequestInfo {
  /** Who asks, as known by other means than the request, such as having opened the database. Then there is no authentication. */
  readonly principal?: Principal | undefined;
  /** Of the client, for the log and the audit log. */
  readonly remoteAddress?: string | undefined;
  /** The port that the request came in at; loopback names count only with it. */
  readonly localPort?: number | undefined;
  /** Path and query as they came, before anything was normalised. @default those of the URL */
  readonly target?: string | undefined;
}

/** Answers requests. Never rejects. */
export type Handler = (request: Request, info?: RequestInfo) => Promise<Response>;
