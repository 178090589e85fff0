import { describe, expect, it } from 'vitest';
import { createAllRoutes } from './all-routes.ts';

const MIB = 1_048_576;

describe('the limits of bodies', () => {
  it('are those of the service but for what can be larger than a request usually is', () => {
    const larger = createAllRoutes({ searchModeFrom: 128 })
      .filter(({ maxBodyBytes }) => maxBodyBytes !== undefined)
      .map(({ id, maxBodyBytes = 0 }) => [id, maxBodyBytes / MIB]);

    expect(Object.fromEntries(larger)).toEqual({
      registerTools: 2,
      verifyLock: 2,
      preflight: 2,
      restoreSnapshot: 64,
    });
  });
});
