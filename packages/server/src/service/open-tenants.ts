import { ConfigError } from 'toolcrib';
import { operatorPrincipal } from '../auth/operator-principal.ts';
import { giveWay } from '../calls/give-way.ts';
import { type PublishToolsReport, publishTools } from '../tenants/publish-tools.ts';
import { PublishReporter } from './publish-reporter.ts';
import type { ServiceSettings } from './read-service-options.ts';
import type { Service } from './service.ts';

/** Where the definitions of a process's own tools come from. */
const SOURCE = 'host';

const PAGE = 200;

/**
 * Creates the tenants that tools are published to, where there are none yet, and publishes them. These tenants may run the
 * tools from then on, also when they are not named at the next start.
 */
export async function openTenants(
  { store, tenants, clock, log }: Service,
  { publishTo, tools }: ServiceSettings,
): Promise<Readonly<Record<string, PublishToolsReport>>> {
  const reports: Record<string, PublishToolsReport> = {};
  const reporter = new PublishReporter(log);
  for (const name of publishTo) {
    const createdAt = new Date(clock.now()).toISOString();
    const createdBy = operatorPrincipal.id;
    const isNew = await store.insertTenant({ name, title: name, hasHostTools: true, createdAt, createdBy });
    if (!isNew && (await store.updateTenant(name, { hasHostTools: true })) === undefined) {
      const message = `Tools cannot be published to the tenant "${name}": it was removed, and its name is never free again. Choose another name.`;
      throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'publishTo', tenant: name } });
    }
    const room = await tenants.open(name);
    const report = await publishTools(room, tools, { by: createdBy, source: SOURCE });
    reporter.tell(name, report);
    reports[name] = report;
  }
  return Object.freeze(reports);
}

/**
 * Publishes the tools to every other tenant that may run them, one after another. A tenant that fails is in the log and keeps
 * no other one back; the next start tries it again. Never rejects.
 */
export async function updateOtherTenants(
  { store, tenants, log }: Service,
  { publishTo, tools }: ServiceSettings,
  signal: AbortSignal,
): Promise<void> {
  const reporter = new PublishReporter(log);
  const publish = async (name: string) => {
    try {
      const options = { by: operatorPrincipal.id, source: SOURCE };
      reporter.tell(name, await tenants.useBriefly(name, (room) => publishTools(room, tools, options)));
    } catch (error) {
      if (!signal.aborted) reporter.fail(name, error);
    }
  };
  try {
    let after: string | undefined;
    do {
      const page = await store.listTenants({ after, limit: PAGE });
      for (const { name, hasHostTools } of page) {
        if (signal.aborted) return;
        if (!hasHostTools || publishTo.includes(name)) continue;
        await publish(name);
        // SQLite answers without a pause, and requests are served meanwhile.
        await giveWay();
      }
      after = page.length < PAGE ? undefined : page.at(-1)?.name;
    } while (after !== undefined);
    reporter.conclude();
  } catch (error) {
    log.error('the tenants that the tools are published to could not be listed', error);
  }
}
