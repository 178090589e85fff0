import { type ErrorCode, ToolcribError } from 'toolcrib';
import type { Service } from '../service/service.ts';

/** Whether one part works. */
export type CheckOutcome = 'ok' | 'failed';

/** Whether a service can take requests, and what is in the way if not. */
export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<Check, CheckOutcome>>;
  /** The error codes of checks that failed, as far as they are known. Left out if there are none. */
  readonly reasons?: Readonly<Partial<Record<Check, ErrorCode>>>;
}

type Check = 'service' | 'database' | 'catalog' | 'audit';

/** Whether a part works, and with which code it fails if not. */
interface Look {
  readonly works: boolean;
  readonly code?: ErrorCode | undefined;
}

const TIMEOUT_MS = 2_000;

/**
 * Looks whether the service can take requests: it is neither starting nor shutting down, the database answers and
 * can be written, the catalogues follow it, and the audit log is written. Takes at most two seconds, and never rejects.
 */
export async function checkReadiness(
  service: Pick<Service, 'isReady' | 'ping' | 'checkWrites' | 'audit' | 'clock'> & {
    readonly tenants: Pick<Service['tenants'], 'opened'>;
  },
): Promise<Readiness> {
  const { tenants, clock } = service;
  // One catalogue stands for all: they follow the same store in the same way.
  const [room] = tenants.opened();
  const [answers, writes, catalog] = await Promise.all([
    lookAt(service.ping(), clock),
    lookAt(service.checkWrites(), clock),
    room === undefined ? { works: true } : lookAt(room.catalog.refresh(), clock),
  ]);
  const { isHealthy, failure } = service.audit;
  const looks: Readonly<Record<Check, Look>> = {
    service: { works: service.isReady() },
    database: answers.works ? writes : answers,
    catalog,
    audit: { works: isHealthy, code: codeOf(failure) },
  };
  const toOutcome = ({ works }: Look): CheckOutcome => (works ? 'ok' : 'failed');
  const reasons = Object.entries(looks).flatMap(([check, { works, code }]) =>
    works || code === undefined ? [] : [[check, code]],
  );
  return {
    isReady: Object.values(looks).every(({ works }) => works),
    checks: {
      service: toOutcome(looks.service),
      database: toOutcome(looks.database),
      catalog: toOutcome(catalog),
      audit: toOutcome(looks.audit),
    },
    ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
  };
}

/** Whether it resolves in time. Of why it does not, the world is told a code at most; the log has the rest. */
function lookAt(work: Promise<void>, clock: Service['clock']): Promise<Look> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(() => resolve({ works: false }), TIMEOUT_MS);
    work
      .then(
        () => resolve({ works: true }),
        (error: unknown) => resolve({ works: false, code: codeOf(error) }),
      )
      .finally(() => clock.clearTimer(timer));
  });
}

function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof ToolcribError ? error.code : undefined;
}
