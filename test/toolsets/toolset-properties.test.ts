import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  memoryStore,
  openCatalog,
  type ToolCatalog,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import type { ToolsetDefinition } from '../../packages/toolcrib/src/catalog/toolsets/toolset.ts';
import { describePlaces } from '../catalog/describe-places.ts';
import { allSpecs, anyDefinition, specOf, toolNames } from './any-toolset.ts';

const RUNS = { memory: 100, SQLite: 30, PostgreSQL: 15 };
const NAME = 'support';

type Step = { readonly definition: ToolsetDefinition } | { readonly published: ToolSpec };

const publishing: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(...toolNames), fc.constantFrom('1.2.0', '1.3.0', '2.1.0', '3.0.0'))
  .map(([tool, version]) => ({ published: specOf(tool, version) }));
const applying: fc.Arbitrary<Step> = anyDefinition(NAME).map((definition) => ({ definition }));
const step = fc.oneof({ weight: 2, arbitrary: applying }, { weight: 1, arbitrary: publishing });
/** At least one toolset is applied. */
const steps = fc.tuple(applying, fc.array(step, { maxLength: 6 })).map(([first, rest]) => [first, ...rest]);

async function make(catalog: ToolCatalog, made: readonly Step[]): Promise<void> {
  for (const one of made) {
    if ('published' in one) await catalog.register(one.published);
    else await catalog.toolsets.apply(catalog.toolsets.plan(one.definition));
  }
}

describePlaces('toolsets', ({ kind, place, nextTenant }) => {
  /** Opens a tenant of its own that has all specs. */
  async function withCatalog(run: (catalog: ToolCatalog, tenant: string) => Promise<void>): Promise<void> {
    const tenant = nextTenant();
    const catalog = await openCatalog(place().stores[0], { tenant });
    try {
      // Of descriptions only the bytes matter here.
      await catalog.setPolicy({ lint: 'report' });
      await catalog.registerAll(allSpecs);
      await run(catalog, tenant);
    } finally {
      catalog.close();
    }
  }

  it('leave nothing to apply once a plan was applied', async () => {
    await fc.assert(
      fc.asyncProperty(steps, anyDefinition(NAME), async (made, definition) => {
        await withCatalog(async (catalog, tenant) => {
          const { toolsets } = catalog;
          await make(catalog, made);
          const plan = toolsets.plan(definition);

          const applied = await toolsets.apply(plan);
          const next = toolsets.plan(definition);

          expect(applied.setDigest).toBe(plan.to.setDigest);
          expect(next).toMatchObject({
            isEmpty: true,
            changes: [],
            from: { ...next.to, revision: applied.revision },
          });
          expect(next.tokens).toEqual({ before: plan.tokens.after, after: plan.tokens.after });
          const { sequence } = catalog;
          expect(await toolsets.apply(next)).toEqual(applied);
          expect(catalog.sequence).toBe(sequence);
          const other = await openCatalog(place().stores[1], { tenant });
          expect(other.toolsets.revisions(NAME)).toEqual(toolsets.revisions(NAME));
          other.close();
        });
      }),
      { numRuns: RUNS[kind] },
    );
  });

  it('have the very versions and the set digest of the revision that they are rolled back to', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (made, which) => {
        await withCatalog(async (catalog) => {
          const { toolsets } = catalog;
          await make(catalog, made);
          const before = toolsets.revisions(NAME);
          const earlier = before[which % before.length];
          const text = toolsets.export(NAME);

          const applied = await toolsets.rollback(NAME, { to: earlier?.revision });

          expect(applied).toMatchObject({
            setDigest: earlier?.setDigest,
            pins: earlier?.pins,
            definition: earlier?.definition,
          });
          expect(toolsets.get(NAME)).toEqual(applied);
          // And back again.
          await toolsets.rollback(NAME, { to: before.length });
          expect(toolsets.export(NAME)).toBe(text);
          expect(toolsets.revisions(NAME).slice(0, before.length)).toEqual(before);
        });
      }),
      { numRuns: RUNS[kind] },
    );
  });

  it('are byte-equal when they are exported, imported and exported again, also elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (made) => {
        await withCatalog(async (catalog, tenant) => {
          await make(catalog, made);
          const text = catalog.toolsets.export(NAME);
          const current = catalog.toolsets.get(NAME);
          const snapshot = catalog.snapshot();
          const documents = snapshot.documents.filter(({ key }) => !key.startsWith('toolset/'));
          const elsewhere = await openCatalog(memoryStore());
          await elsewhere.restore({ ...snapshot, documents });
          const here = await openCatalog(place().stores[1], { tenant: nextTenant() });
          await here.restore({ ...snapshot, documents });

          const applied = await elsewhere.toolsets.import(text);
          await here.toolsets.import(elsewhere.toolsets.export(NAME));

          expect(applied).toMatchObject({ revision: 1, setDigest: current?.setDigest });
          expect(elsewhere.toolsets.export(NAME)).toBe(text);
          expect(here.toolsets.export(NAME)).toBe(text);
          expect(await catalog.toolsets.import(text)).toEqual(current);
          expect(tenant).not.toBe(here.tenant);
          for (const one of [elsewhere, here]) one.close();
        });
      }),
      { numRuns: RUNS[kind] },
    );
  });

  it('come back from a snapshot as they were', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (made) => {
        await withCatalog(async (catalog) => {
          await make(catalog, made);
          const snapshot = catalog.snapshot();
          const other = await openCatalog(place().stores[1], { tenant: nextTenant() });

          await other.restore(JSON.parse(JSON.stringify(snapshot)));

          expect(other.toolsets.revisions(NAME)).toEqual(catalog.toolsets.revisions(NAME));
          expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(snapshot));
          other.close();
        });
      }),
      { numRuns: RUNS[kind] },
    );
  });
});
