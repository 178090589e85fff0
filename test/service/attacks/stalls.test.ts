import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/repository.ts';
import { runStallAttack, stallAttacks } from '../stalls/stall-attacks.ts';
import { type ProbedService, startProbedService } from '../stalls/start-probed-service.ts';

/** How long the thread of the service may run without a pause, with an allowance for machines that are slow or busy. */
const MAX_STALL_MS = 100 * 2;

let service: ProbedService;
beforeAll(async () => {
  service = await startProbedService(root);
}, 60_000);
afterAll(() => service.stop());

describe('one request, of any role', () => {
  it.each(stallAttacks)(
    'does not stop the service for everybody: $name',
    async (attack) => {
      const { longestMs, status } = await runStallAttack(service, attack);

      expect(status).toBeLessThan(500);
      expect(longestMs).toBeLessThan(MAX_STALL_MS);
    },
    120_000,
  );
});
