import { ToolcribError } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { AuditLog } from '../audit/audit-log.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import { checkReadiness } from './check-readiness.ts';

const never = () => new Promise<void>(() => undefined);
const works = async () => undefined;
const fails = async () => {
  throw new Error('password authentication failed for user "toolcrib"');
};

function service(parts: {
  ping?: () => Promise<void>;
  checkWrites?: () => Promise<void>;
  refresh?: () => Promise<void>;
  isReady?: boolean;
  isHealthy?: boolean;
  failure?: unknown;
}) {
  const clock = createFakeClock();
  const { ping = works, checkWrites = works, refresh, isReady = true, isHealthy = true, failure } = parts;
  // Only what is looked at.
  const rooms = refresh === undefined ? [] : [{ catalog: { refresh } } as unknown as TenantRoom];
  const tenants = { opened: () => rooms };
  const audit = { isHealthy, failure } as AuditLog;
  return { clock, ping, checkWrites, tenants, audit, isReady: () => isReady };
}

describe('checkReadiness', () => {
  it('is ready when everything works', async () => {
    const readiness = await checkReadiness(service({ refresh: works }));

    const checks = { service: 'ok', database: 'ok', catalog: 'ok', audit: 'ok' };
    expect(readiness).toEqual({ isReady: true, checks });
  });

  it.each([
    ['service', { isReady: false }],
    ['database', { ping: fails }],
    ['database', { checkWrites: fails }],
    ['catalog', { refresh: fails }],
    ['audit', { isHealthy: false }],
  ] as const)(
    'is not ready when the %s is not, and says so without a word about why',
    async (name, parts) => {
      const readiness = await checkReadiness(service(parts));

      expect(readiness.isReady).toBe(false);
      expect(Object.entries(readiness.checks).filter(([, outcome]) => outcome === 'failed')).toEqual([
        [name, 'failed'],
      ]);
      expect(JSON.stringify(readiness)).not.toContain('password');
    },
  );

  it('says by a code why a part does not work, and nothing else', async () => {
    const full = new ToolcribError('E_STORE_FULL', 'secret', { context: { place: 'secret' } });
    const down = async () => {
      throw new ToolcribError('E_STORE_FAILED', 'secret');
    };

    const readiness = await checkReadiness(service({ ping: down, isHealthy: false, failure: full }));

    expect(readiness).toMatchObject({ reasons: { database: 'E_STORE_FAILED', audit: 'E_STORE_FULL' } });
    expect(JSON.stringify(readiness)).not.toContain('secret');
    expect(await checkReadiness(service({}))).not.toHaveProperty('reasons');
  });

  it('does not wait for ever', async () => {
    const parts = service({ ping: never, refresh: never });

    const checking = checkReadiness(parts);
    await parts.clock.advance(2_000);

    expect((await checking).checks).toMatchObject({ database: 'failed', catalog: 'failed', audit: 'ok' });
  });
});
