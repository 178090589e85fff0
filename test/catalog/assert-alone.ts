import fc from 'fast-check';
import { expect } from 'vitest';
import { anySequence } from './any-operation.ts';
import { observeTenant, TenantListener, type TenantPlan } from './observe-tenant.ts';
import type { StorePlace } from './store-place.ts';

const MAX_STEPS = 12;

/** Where tenants are, and how often they are compared. */
export interface AloneOptions {
  readonly place: StorePlace;
  /** A tenant that nobody has used. */
  readonly nextTenant: () => string;
  readonly numRuns: number;
}

const anyPlan: fc.Arbitrary<TenantPlan> = fc.record({
  own: anySequence(MAX_STEPS),
  others: fc.array(anySequence(5), { minLength: 2, maxLength: MAX_STEPS }),
});

/** Whatever another tenant does, one sees the same as without it; and so does a third one, who does nothing. */
export async function assertAlone({ place, nextTenant, numRuns }: AloneOptions): Promise<void> {
  const idle = await TenantListener.open(place, nextTenant());
  const { catalog, heard } = idle;
  const empty = JSON.stringify(catalog.snapshot());
  try {
    await fc.assert(
      fc.asyncProperty(anyPlan, async (plan) => {
        const newWorld = () => ({ place, tenant: nextTenant(), other: nextTenant() });
        const alone = await observeTenant(newWorld(), { ...plan, others: [] });
        const crowded = await observeTenant(newWorld(), plan);

        expect(crowded).toBe(alone);
      }),
      { numRuns },
    );
    await catalog.refresh();
    const [events, uses] = [await catalog.events(), await catalog.deprecatedUses()];
    const { sequence } = catalog;
    expect(JSON.stringify(catalog.snapshot())).toBe(empty);
    expect({ sequence, heard, events, uses }).toEqual({ sequence: 0, heard: [], events: [], uses: [] });
  } finally {
    catalog.close();
  }
}
