import type { Tool } from 'toolcrib';
import type { SpecChecks } from 'toolcrib/catalog';
import type { Clock, Policy, Telemetry } from 'toolcrib/runtime';
import type { MaxPerKey } from '../auth/max-per-key.ts';
import type { OidcIssuer } from '../auth/oidc-issuer.ts';
import type { Log } from '../operations/log.ts';
import type { ServiceDatabase } from '../store/service-database.ts';

/** Everything that makes a service. Only the database is required. */
export interface ServiceOptions {
  /** It stays its owner's, who closes it after the service. */
  readonly database: ServiceDatabase;
  /**
   * The code that this process has. Which tenants may run it is in their records; which of it can be called there is for
   * their catalogues. @default none
   */
  readonly tools?: readonly Tool[] | undefined;
  /**
   * Tenants that may run this code, and have a spec of every tool, as far as they lack it, before requests are taken.
   * @default ['default']
   */
  readonly publishTo?: readonly string[] | undefined;
  /**
   * Whether every other tenant that may run this code gets the specs too, one after another while requests are served
   * already. @default true
   */
  readonly updatesOtherTenants?: boolean | undefined;
  /** Who else may authenticate. @default none */
  readonly issuers?: readonly OidcIssuer[] | undefined;
  /** Beside the scopes, which always count. @default destructive tools are asked about */
  readonly policy?: Policy | undefined;
  /** Names that clients may use for this service in `Host`, with their port if it is another than 80 or 443; `*` for any. */
  readonly hosts?: readonly string[] | undefined;
  /** Web origins that may use it, such as `https://console.example`. @default none */
  readonly origins?: readonly string[] | undefined;
  /**
   * Answers what takes long about definitions, for one tenant; without it that keeps other requests waiting.
   * @default they are answered at once
   */
  readonly checksFor?: ((tenant: string) => SpecChecks) | undefined;
  /** In bytes. @default 1_048_576 */
  readonly maxBodyBytes?: number | undefined;
  /** Of a request that is no stream, in milliseconds. @default 60_000 */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * How much one key, or the subject of a token, may have open at once in this process, so that none takes what others need.
   * @default 500 requests, 200 calls, 100 each of openGates, streams, subscriptions and longPolls
   */
  readonly maxPerKey?: Partial<MaxPerKey> | undefined;
  /** From how many tools on an MCP endpoint offers `search_tools` and `call_tool` instead of all. @default 128 */
  readonly searchModeFrom?: number | undefined;
  /**
   * How many bytes of a text or of JSON an MCP endpoint sends whole, at least 32,768. Larger results are stored, and clients get
   * a link and the tool `query_result`. @default 262_144, 256 KiB
   */
  readonly maxMcpResultBytes?: number | undefined;
  /**
   * How long an MCP client that can follow tasks waits for the answer to a call, in milliseconds, 1 to 2,147,483,647. A call
   * that takes longer becomes a task, whose result the client asks for. @default 10_000
   */
  readonly mcpTaskAfterMs?: number | undefined;
  /** Whether arguments, redacted, go into the audit log. @default false */
  readonly auditArguments?: boolean | undefined;
  /**
   * Whether somebody may approve calls and drafts of their own. For a service that one person uses. The audit log says so.
   * @default false
   */
  readonly allowSelfApproval?: boolean | undefined;
  /**
   * How long an approval, or a question of a handler, stays open if neither it nor its tool nor the toolset sets a time, in
   * milliseconds, 1 to 2,147,483,647. @default 86_400_000, a day
   */
  readonly gateTimeoutMs?: number | undefined;
  /** Such as `openTelemetry(api)` of `toolcrib/runtime`. @default none */
  readonly telemetry?: Telemetry | undefined;
  /** Whether calls that a process which died has left are taken over, at the start and from then on. @default true */
  readonly recoversCalls?: boolean | undefined;
  /**
   * How many days a call is kept after its end, with its result and its idempotency key; 0 for ever. What is in the audit log
   * and in the events stays. Only where `recoversCalls` is not false. @default 30
   */
  readonly keepCallsDays?: number | undefined;
  /** @default none */
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
  /** Names this process among replicas; see `RuntimeOptions.owner`. @default a random one */
  readonly owner?: string | undefined;
}
