import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  memoryStore,
  openCatalog,
  specDigest,
  type ToolCatalog,
  type ToolRegistration,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { compareSpecs } from '../../packages/toolcrib/src/compat/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { paySpec } from './pay-spec.ts';

const refusals = ['E_INCOMPATIBLE_VERSION', 'E_LINT_FAILED', 'E_VERSION_CONFLICT'];

/** Of a property that a schema may have. */
const anyProperty = fc.constantFrom(
  { type: 'string' },
  { type: 'number' },
  { type: ['string', 'null'] },
  { type: 'string', minLength: 2 },
  { enum: ['a', 'b'] },
  { enum: ['a'] },
  // It is not known whether the second accepts all that the first does.
  { type: 'string', pattern: '^(?=.*a)b' },
  { type: 'string', pattern: '^(?=.*a)b', minLength: 3 },
  {},
);

const anySchema = fc
  .record({
    properties: fc.dictionary(fc.constantFrom('a', 'b'), anyProperty, { maxKeys: 2, noNullPrototype: true }),
    required: fc.subarray(['a', 'b']),
    additionalProperties: fc.option(fc.boolean(), { nil: undefined }),
  })
  .map(({ properties, required, additionalProperties }) => ({
    type: 'object',
    properties,
    required,
    ...(additionalProperties !== undefined && { additionalProperties }),
  }));

function anySpec(versions: readonly string[]): fc.Arbitrary<ToolSpec> {
  return fc
    .record({
      version: fc.constantFrom(...versions),
      description: fc.constantFrom('Pays an amount.', 'Pays an amount to a supplier.'),
      inputSchema: anySchema,
      outputSchema: fc.oneof(fc.constant({}), anySchema),
    })
    .map(paySpec);
}

/** Undefined if it was refused because of what it is. */
async function tryTo(work: () => Promise<ToolRegistration>): Promise<ToolRegistration | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolcribError && refusals.includes(error.code)) return undefined;
    throw error;
  }
}

describe('under the policy "semver"', () => {
  const versions = [
    '1.0.0',
    '1.0.1',
    '1.1.0',
    '1.2.0',
    '1.2.0+b',
    '1.3.0-rc.1',
    '2.0.0',
    '2.1.0',
    '0.1.0',
    '0.2.0',
    'x',
  ];

  it('no version breaks callers of the one before within a major version', async () => {
    let [published, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(anySpec(versions), { minLength: 2, maxLength: 6 }), async (specs) => {
        const catalog = await openCatalog(memoryStore());
        await catalog.setPolicy({ compatibility: 'semver' });
        for (const spec of specs) {
          const before = catalog.versions('pay').map((version) => version.spec);
          const isNew = !before.some(({ version }) => version === spec.version);
          const registration = await tryTo(() => catalog.register(spec));
          if (registration === undefined) refused += 1;
          if (registration === undefined || !isNew) continue;
          const follows = predecessorOf(spec, before);
          if (follows === undefined) continue;
          published += 1;
          const { verdict, declaredVerdict, isAddition } = compareSpecs(follows, spec);
          const step = stepBetween(follows, spec);
          if (step !== 'major') expect([verdict, declaredVerdict]).toContain('compatible');
          if (step === 'patch') expect(verdict).toBe('compatible');
          if (step === 'patch') expect(isAddition).toBe(false);
        }
        catalog.close();
      }),
      { numRuns: 150 },
    );

    // Neither is everything refused, nor nothing.
    expect(Math.min(published, refused)).toBeGreaterThan(50);
  });

  /** By hand, for the versions above: the highest that is not higher, and the last of those that are equal. */
  function predecessorOf(spec: ToolSpec, before: readonly ToolSpec[]): ToolSpec | undefined {
    const order = ['0.1.0', '0.2.0', '1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.3.0-rc.1', '2.0.0', '2.1.0'];
    const rankOf = ({ version = '' }: ToolSpec) => order.indexOf(version.replace('+b', ''));
    const rank = rankOf(spec);
    return before
      .filter((other) => rankOf(other) !== -1 && rankOf(other) <= rank)
      .reduce<ToolSpec | undefined>((best, other) => {
        return best === undefined || rankOf(other) >= rankOf(best) ? other : best;
      }, undefined);
  }

  function stepBetween({ version: before = '' }: ToolSpec, { version: after = '' }: ToolSpec) {
    const [[major, minor], [nextMajor, nextMinor]] = [before.split('.'), after.split('.')];
    if (major !== nextMajor) return 'major';
    if (minor === nextMinor) return 'patch';
    return major === '0' ? 'major' : 'minor';
  }
});

describe('under the policy "review"', () => {
  const people = ['ann', 'bob'] as const;
  const anyStep = fc.record({
    spec: anySpec(['1.0.0', '1.1.0', '2.0.0', '3.0.0']),
    by: fc.constantFrom(...people),
    approver: fc.option(fc.constantFrom(...people), { nil: undefined }),
    source: fc.constantFrom(undefined, 'https://a.example'),
  });

  it('nothing that a model reads of a tool changes unless somebody else approves it', async () => {
    let [approved, kept] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 8 }), async (steps) => {
        const catalog = await openCatalog(memoryStore());
        await catalog.setPolicy({ compatibility: 'review' });
        /** What was approved last, or was there from the beginning. */
        let trusted: string | undefined;
        for (const { spec, by, approver, source } of steps) {
          const isFirst = catalog.get('pay') === undefined;
          const registration = await tryTo(() => catalog.register(spec, { by, source }));
          if (isFirst && registration?.draft === undefined) trusted = textOf(catalog);
          expect(textOf(catalog)).toBe(trusted);
          const [draft] = catalog.drafts();
          if (draft === undefined || approver === undefined) continue;
          const { version = null } = draft.spec;
          const options = { version, digest: draft.digest, by: approver };
          if (draft.by === approver) {
            await expect(catalog.approve('pay', options)).rejects.toMatchObject({ code: 'E_SELF_APPROVAL' });
            expect(textOf(catalog)).toBe(trusted);
            kept += 1;
          } else {
            const before = catalog.get('pay')?.spec;
            const published = await catalog.approve('pay', options).catch((error: unknown) => {
              expect(error).toMatchObject({ code: 'E_PLAN_STALE' });
              return undefined;
            });
            // The tool was rolled back or changed since the draft was proposed.
            const isStale = specDigest(before ?? paySpec()) !== draft.base?.digest;
            expect(published === undefined).toBe(before !== undefined && isStale);
            if (published === undefined) continue;
            trusted = textOf(catalog);
            expect(catalog.get('pay')?.spec).toEqual(draft.spec);
            approved += 1;
          }
        }
        catalog.close();
      }),
      { numRuns: 120 },
    );

    expect(Math.min(approved, kept)).toBeGreaterThan(50);
  });

  /** What a model reads of the tool, its version apart. */
  function textOf(catalog: ToolCatalog): string {
    const { version: _, ...spec } = catalog.get('pay')?.spec ?? paySpec({ name: 'none' });
    return specDigest(spec);
  }
});

it('no finding of an error is published without its waiver in the feed', async () => {
  const rules = ['one', 'two', 'three'] as const;
  const severity = fc.constantFrom('error', 'warning', 'info', undefined);
  const anyCase = fc.record({
    found: fc.record({ one: severity, two: severity, three: severity }),
    waived: fc.subarray([...rules]),
    lint: fc.constantFrom('block', 'report'),
  });

  await fc.assert(
    fc.asyncProperty(anyCase, async ({ found, waived, lint }) => {
      const own = rules.map((id) => {
        const given = found[id];
        const finding = given && {
          rule: id,
          severity: given,
          pointer: '',
          message: `Found ${id}.`,
          fix: 'None.',
        };
        return { id, check: () => (finding === undefined ? [] : [finding]) };
      });
      const catalog = await openCatalog(memoryStore(), { rules: own });
      await catalog.setPolicy({ lint });
      const waivers = waived.map((rule) => ({ rule, reason: `Needs ${rule}.` }));

      const registration = await tryTo(() => catalog.register(paySpec(), { waivers }));

      const isBlocked = lint === 'block' && rules.some((id) => found[id] === 'error' && !waived.includes(id));
      expect(registration === undefined).toBe(isBlocked);
      const events = await catalog.events(1);
      expect(events.map(({ type }) => type)).toEqual([isBlocked ? 'publication-refused' : 'tool-created']);
      const told = new Map(events[0]?.findings?.map((finding) => [finding.rule, finding]));
      for (const id of rules) {
        const waiver = waived.includes(id) ? `Needs ${id}.` : undefined;
        // What is of no weight is not told.
        const given = found[id] === 'info' ? undefined : found[id];
        expect([told.get(id)?.severity, told.get(id)?.waiver]).toEqual([given, given && waiver]);
      }
      catalog.close();
    }),
    { numRuns: 200 },
  );
});
