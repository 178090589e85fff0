import { ALL_TENANTS } from '../auth/grant.ts';
import { operatorPrincipal } from '../auth/operator-principal.ts';
import { createHandler } from '../http/create-handler.ts';
import type { Handler } from '../http/handler.ts';
import { createAllRoutes } from '../routes/all-routes.ts';
import type { PublishToolsReport } from '../tenants/publish-tools.ts';
import { assembleService } from './assemble-service.ts';
import { openTenants, updateOtherTenants } from './open-tenants.ts';
import { readServiceOptions } from './read-service-options.ts';
import type { Service } from './service.ts';
import type { ServiceOptions } from './service-options.ts';

/** A service that takes requests. */
export interface RunningService {
  /** Answers requests, as a web-standard server gives them. Never rejects. */
  readonly fetch: Handler;
  readonly service: Service;
  /** What became of the tools in the tenants that they are published to, by tenant. */
  readonly published: Readonly<Record<string, PublishToolsReport>>;
  /** Resolves when the tools were published to every other tenant that may run them, too; the log says what became of them. */
  readonly publishing: Promise<void>;
  /**
   * Before a server is closed: `/readyz` says that nobody should send requests here any more, and MCP subscriptions end, which
   * would keep the server waiting. Requests are still served.
   */
  drain(): Promise<void>;
  /**
   * Takes no more requests and calls, waits for calls that are running, and lets go of everything but the database. Calls at
   * a gate are left there for the next process.
   */
  close(): Promise<void>;
}

/**
 * Starts a service on a database: opens the tenants that tools are published to, and takes over calls that a process which
 * died has left. It listens nowhere: give `fetch` to a server.
 *
 * It rejects with a ConfigError `E_INVALID_OPTION`, and with whatever the database says when it cannot be used.
 *
 * @example
 * ```ts
 * const database = await openServiceDatabase({ dataFolder: './toolcrib-data' });
 * const { fetch, close } = await createService({ database, tools: [weather] });
 * ```
 */
export async function createService(options: ServiceOptions): Promise<RunningService> {
  const settings = readServiceOptions(options);
  const state = { isReady: false, isNoted: false };
  const service = await assembleService(settings, state);
  const fetch = createHandler({ ...settings, routes: createAllRoutes(settings), service });
  try {
    const published = await openTenants(service, settings);
    if (settings.recoversCalls) {
      await service.calls.recoverCalls();
      await note(service, 'service-started');
      state.isNoted = true;
    }
    state.isReady = true;
    const stop = new AbortController();
    const publishing = settings.updatesOtherTenants
      ? updateOtherTenants(service, settings, stop.signal)
      : Promise.resolve();
    return Object.freeze({
      ...{ fetch, service, published, publishing },
      drain: () => drain(service, state),
      async close() {
        stop.abort();
        await publishing;
        await close(service, state);
      },
    });
  } catch (error) {
    await close(service, state);
    throw error;
  }
}

async function drain({ mcp }: Service, state: { isReady: boolean }): Promise<void> {
  state.isReady = false;
  await mcp.close();
}

/** What came first goes last: calls still write to the audit log when they end. */
async function close(
  service: Service,
  state: { isReady: boolean; readonly isNoted: boolean },
): Promise<void> {
  await drain(service, state);
  await service.calls.close();
  await service.tenants.close();
  if (state.isNoted) await note(service, 'service-stopped');
  await service.audit.close();
}

/** A log that cannot be written keeps nobody from stopping. */
async function note(
  { audit, log, selfApproval }: Service,
  action: 'service-started' | 'service-stopped',
): Promise<void> {
  try {
    // That one person is enough is for whoever reads the log to know.
    const details = selfApproval.isAllowed ? { details: { allowSelfApproval: true } } : {};
    await audit.append({
      ...{ tenant: ALL_TENANTS, action, actor: operatorPrincipal.id, outcome: 'ok' },
      ...details,
    });
  } catch (error) {
    log.error('The audit log could not be written', error, { action });
  }
}
