import type { Service } from '../service/service.ts';

/** Whether one part works. */
export type CheckOutcome = 'ok' | 'failed';

/** Whether a service can take requests, and what is in the way if not. */
export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<'service' | 'database' | 'catalog' | 'audit', CheckOutcome>>;
}

const TIMEOUT_MS = 2_000;

/**
 * Looks whether the service can take requests: it is neither starting nor shutting down, the database answers, the
 * catalogues follow it, and the audit log is written. Takes at most two seconds, and never rejects.
 */
export async function checkReadiness(
  service: Pick<Service, 'isReady' | 'ping' | 'audit' | 'clock'> & {
    readonly tenants: Pick<Service['tenants'], 'opened'>;
  },
): Promise<Readiness> {
  const { tenants, clock } = service;
  // One catalogue stands for all: they follow the same store in the same way.
  const [room] = tenants.opened();
  const [database, catalog] = await Promise.all([
    isSettled(service.ping(), clock),
    room === undefined ? true : isSettled(room.catalog.refresh(), clock),
  ]);
  const isWorking = { service: service.isReady(), database, catalog, audit: service.audit.isHealthy };
  const toOutcome = (works: boolean): CheckOutcome => (works ? 'ok' : 'failed');
  return {
    isReady: Object.values(isWorking).every(Boolean),
    checks: {
      service: toOutcome(isWorking.service),
      database: toOutcome(database),
      catalog: toOutcome(catalog),
      audit: toOutcome(isWorking.audit),
    },
  };
}

/** Whether it resolves in time. Why it does not is for the log of whoever it belongs to, not for the world. */
function isSettled(work: Promise<void>, clock: Service['clock']): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve(false), TIMEOUT_MS);
    work
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clock.clearTimer(timer));
  });
}
