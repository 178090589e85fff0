import { operatorPrincipal } from '../auth/operator-principal.ts';
import { type PublishToolsReport, publishTools } from '../tenants/publish-tools.ts';
import type { ServiceSettings } from './read-service-options.ts';
import type { Service } from './service.ts';

/** Where the definitions of a process's own tools come from. */
const SOURCE = 'host';

/**
 * Creates the tenants that tools are published to, where there are none yet, and publishes them. These tenants may run the
 * tools from then on, also when they are not named at the next start.
 */
export async function openTenants(
  { store, tenants, clock, log }: Service,
  { publishTo, tools }: ServiceSettings,
): Promise<Readonly<Record<string, PublishToolsReport>>> {
  const reports: Record<string, PublishToolsReport> = {};
  for (const name of publishTo) {
    const createdAt = new Date(clock.now()).toISOString();
    const createdBy = operatorPrincipal.id;
    const isNew = await store.insertTenant({ name, title: name, hasHostTools: true, createdAt, createdBy });
    if (!isNew) await store.allowHostTools(name);
    const room = await tenants.open(name);
    const report = await publishTools(room, tools, { by: createdBy, source: SOURCE });
    for (const { name: toolName, code } of report.refused) {
      log.warn('a tool was not published', { tenant: name, toolName, code });
    }
    reports[name] = report;
  }
  return Object.freeze(reports);
}
