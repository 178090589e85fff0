import type { Tool } from 'toolcrib';
import type { Clock, Ledger } from 'toolcrib/runtime';
import type { AuditLog } from '../audit/audit-log.ts';
import type { ApiKeys } from '../auth/api-keys.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Limiter } from '../auth/limiter.ts';
import type { SelfApproval } from '../auth/self-approval.ts';
import type { Approvals } from '../calls/approvals.ts';
import type { CallDesk } from '../calls/call-desk.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { TenantRooms } from '../tenants/tenant-room.ts';

/** Everything that routes and the MCP endpoint use. Made by `createService()`. */
export interface Service {
  readonly store: ServiceStore;
  readonly ledger: Ledger;
  readonly tenants: TenantRooms;
  readonly calls: CallDesk;
  readonly approvals: Approvals;
  readonly audit: AuditLog;
  readonly events: EventStreams;
  readonly keys: ApiKeys;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  /** Who may decide about what. */
  readonly selfApproval: SelfApproval;
  readonly limiter: Limiter;
  readonly mcp: McpEndpoint;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: Clock;
  readonly randomId: () => string;
  /** Whether arguments of calls, redacted, go into the audit log. */
  readonly auditArguments: boolean;
  /** How many days calls are kept after their end; 0 for ever. */
  readonly keepCallsDays: number;
  /** The code that this process has, whichever tenants may use it. */
  readonly hostTools: readonly Tool[];
  /** The tenants that every start publishes this code to, which fails if one of them was removed. */
  readonly publishTo: readonly string[];
  /** Whether the database answers; rejects if it does not. */
  readonly ping: () => Promise<void>;
  /** Whether the database can be written; rejects if it cannot. It tries only now and then. */
  readonly checkWrites: () => Promise<void>;
  /** Whether it takes requests: false while it starts and once it shuts down. */
  readonly isReady: () => boolean;
}
