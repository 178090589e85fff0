import { expect, it } from 'vitest';
import { memoryStore } from './memory-store.ts';
import { openCatalog } from './open-catalog.ts';
import { authorityDigest } from './spec-authority.ts';
import { specDigest } from './spec-digest.ts';
import { SpecDigests } from './spec-digests.ts';
import type { ToolSpec } from './tool-spec.ts';

const input = { name: 'add', description: 'Adds.', inputSchema: { type: 'object' }, outputSchema: {} };

async function publish(spec: object): Promise<ToolSpec> {
  const catalog = await openCatalog(memoryStore());
  return (await catalog.register(spec as ToolSpec)).spec;
}

it('gives the digests that the functions give, with an authority and without', async () => {
  const digests = new SpecDigests();

  for (const spec of [await publish(input), await publish({ ...input, authority: { effect: 'read' } })]) {
    const expected = { digest: specDigest(spec), authorityDigest: authorityDigest(spec) };
    expect(digests.of(spec)).toEqual(expected);
    expect(digests.of(spec)).toEqual(expected);
  }
});

it('reads a spec once', async () => {
  const published = await publish({ ...input, authority: { effect: 'read', requires: ['orders'] } });
  let reads = 0;
  const count = <Value extends object>(value: Value): Value =>
    Object.freeze(
      Object.defineProperty({ ...value }, 'counted', {
        enumerable: true,
        get: () => {
          reads += 1;
          return 1;
        },
      }),
    );
  // Whoever computes a digest reads every field.
  const authority = count(published.authority ?? {}) as NonNullable<ToolSpec['authority']>;
  const spec = Object.freeze({ ...published, authority });
  const digests = new SpecDigests();

  const first = digests.authorityOf(spec);
  const readOnce = reads;

  expect(digests.authorityOf(spec)).toBe(first);
  expect(readOnce).toBeGreaterThan(0);
  expect(reads).toBe(readOnce);
});

it('computes again what can still change', () => {
  const spec: { -readonly [Field in keyof ToolSpec]: ToolSpec[Field] } = { ...(input as ToolSpec) };
  const digests = new SpecDigests();

  const before = digests.definitionOf(spec);
  spec.description = 'Subtracts.';

  expect(digests.definitionOf(spec)).toBe(specDigest(spec));
  expect(digests.definitionOf(spec)).not.toBe(before);
});

it('keeps those of a catalog with it', async () => {
  const catalog = await openCatalog(memoryStore());
  const { spec } = await catalog.register({ ...input, authority: { effect: 'read' } });

  expect(catalog.authorityDigest(spec)).toBe(authorityDigest(spec));
  expect(catalog.versions('add')).toMatchObject([{ digest: catalog.digests.of(spec).digest }]);
});
