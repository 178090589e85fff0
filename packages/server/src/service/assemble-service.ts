import { randomBytes } from 'node:crypto';
import { createToolRegistry } from 'toolcrib';
import { combineRedactors, createRuntime, redactCredentials } from 'toolcrib/runtime';
import { createAuditLog } from '../audit/create-audit-log.ts';
import { ApiKeys } from '../auth/api-keys.ts';
import { Authenticator } from '../auth/authenticator.ts';
import { Limiter } from '../auth/limiter.ts';
import { createSelfApproval } from '../auth/self-approval.ts';
import { isSameOrigin } from '../calls/call-origin.ts';
import { createApprovals } from '../calls/create-approvals.ts';
import { createCallDesk } from '../calls/create-call-desk.ts';
import { createRenewCaller } from '../calls/create-renew-caller.ts';
import { ReadBehindLedger } from '../calls/read-behind-ledger.ts';
import { EventStreams } from '../events/event-streams.ts';
import { createMcpEndpoint } from '../mcp/create-mcp-endpoint.ts';
import { logEvent, logException } from '../operations/log-calls.ts';
import { Metrics } from '../operations/metrics.ts';
import { OpenApprovals } from '../operations/open-approvals.ts';
import { redactOwnKeys } from '../operations/redact-own-keys.ts';
import { WriteProbe } from '../operations/write-probe.ts';
import { createTenantRooms } from '../tenants/create-tenant-rooms.ts';
import { servicePolicy } from '../tenants/service-policy.ts';
import type { ServiceSettings } from './read-service-options.ts';
import type { Service } from './service.ts';
import { serviceVersion } from './service-version.ts';

/** How much of the places of a tool, running and waiting, the calls of one key may take. */
const MAX_CALLER_PERCENT = 75;

/** Makes the parts of a service, and connects them. Nothing has happened yet but that the key for MCP was made, if there was none. */
export async function assembleService(
  settings: ServiceSettings,
  state: { readonly isReady: boolean },
): Promise<Service> {
  const { clock, onFault, log, tools, publishTo, issuers, auditArguments, maxPerKey, checksFor } = settings;
  const { store, catalogs, artifacts, ping, pruneArtifacts } = settings.database;
  const ledger = new ReadBehindLedger(settings.database.ledger);
  const { owner = randomBytes(12).toString('base64url'), keepCallsDays } = settings;
  const runtime = createRuntime({
    // Every call is made over the tools of a view.
    resolver: createToolRegistry([]),
    policy: servicePolicy(settings.policy),
    ledger,
    artifacts,
    limits: {
      gateTimeoutMs: settings.gateTimeoutMs,
      maxOpenGates: maxPerKey.openGates,
      maxCallerPercent: MAX_CALLER_PERCENT,
    },
    ...(settings.telemetry && { telemetry: settings.telemetry }),
    owner,
    // Before there are tenants there are no calls.
    renewCaller: (call) => renewCaller(call),
    isSameOrigin,
    redact: combineRedactors([redactCredentials, redactOwnKeys]),
    clock,
    onFault: (error, record) => (record === undefined ? onFault(error) : logException(log, record)),
  });
  const { randomId } = runtime.host;
  const tenants = createTenantRooms({
    ...{ catalogs, store, tools, runtime, checksFor, clock, onFault },
    onRemoved: (tenant) => calls.abortAll(tenant, 'The tenant was removed.'),
  });
  const renewCaller = createRenewCaller({ store, tenants, clock });
  const audit = createAuditLog({ store, clock, randomId, onFault });
  const limiter = new Limiter({
    ...{ clock, store, maxPerKey, onFault },
    onLimited: (kind) => metrics.countLimited(kind),
  });
  const authenticator = new Authenticator({
    ...{ store, clock, issuers, onFault },
    onWarning: (message, facts) => log.warn(message, facts),
  });
  const keys = new ApiKeys({ store, clock, onRevoked: (id) => authenticator.forgetKey(id) });
  const cursorKey = await store.getOrPutSetting('event-cursor-key', randomBytes(32).toString('base64url'));
  const events = new EventStreams({ tenants, audit, store, cursorKey: Buffer.from(cursorKey, 'base64url') });
  const selfApproval = createSelfApproval({ store, isAllowed: settings.allowSelfApproval });
  const approvals = createApprovals({ runtime, ledger, tenants, audit, store, clock, selfApproval });
  const calls = createCallDesk({
    ...{ runtime, ledger, tenants, audit, store, limiter, approvals, clock, owner, onFault, keepCallsDays },
    pruneArtifacts,
  });
  const writeProbe = new WriteProbe({
    clock,
    checkWrites: () => settings.database.checkWrites(),
    onFault: (error) => log.error('the database cannot be written', error),
  });
  const openApprovals = new OpenApprovals({ ledger, clock, onFault });
  const metrics = new Metrics({
    hasProcess: true,
    countApprovals: () => openApprovals.count(),
    gauges: {
      toolcrib_audit_waiting: { help: 'Entries that wait for the audit log.', read: () => audit.waiting },
    },
    isTool: (tenant, name) => {
      const room = tenants.opened().find((open) => open.tenant === tenant);
      return room?.catalog.get(name) !== undefined;
    },
  });
  const signingKey = await store.getOrPutSetting('mcp-state-key', randomBytes(32).toString('base64url'));
  const { maxBodyBytes, maxMcpResultBytes: maxResultBytes, mcpTaskAfterMs: taskAfterMs } = settings;
  const mcp = createMcpEndpoint({
    ...{
      calls,
      approvals,
      clock,
      limiter,
      signingKey,
      auditArguments,
      maxBodyBytes,
      maxResultBytes,
      taskAfterMs,
      keepCallsDays,
    },
    onFault: (error, requestId) =>
      requestId === undefined ? onFault(error) : log.error('a request failed', error, { requestId }),
    version: serviceVersion,
  });
  runtime.subscribe((event, record) => {
    metrics.countCall(event);
    logEvent(log, event, record);
  });
  return Object.freeze({
    ...{ store, ledger, tenants, calls, approvals, audit, events, keys, authenticator, limiter },
    selfApproval,
    ...{ mcp, metrics, log, clock, randomId, hostTools: tools, publishTo, ping },
    checkWrites: () => writeProbe.check(),
    ...{ auditArguments, keepCallsDays },
    isReady: () => state.isReady,
  } satisfies Service);
}
