import fc from 'fast-check';
import type {
  Deprecation,
  Quarantine,
  ToolRegistrySnapshot,
  ToolSpec,
  ToolState,
  ToolVersion,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { readSpec, specDigest } from '../../packages/toolcrib/src/catalog/index.ts';
import { toSnapshot } from '../../packages/toolcrib/src/catalog/to-snapshot.ts';

const dates = fc.integer({ min: 0, max: 3 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());

/** Few different ones, so that two of them often have something in common, and their keys in any order. */
const schemas = fc
  .uniqueArray(fc.constantFrom('type', 'title', 'a/b'), { maxLength: 3 })
  .map((keys) => Object.fromEntries(keys.map((key) => [key, key === 'type' ? 'object' : { x: [key] }])));

const deprecations: fc.Arbitrary<Deprecation> = fc.record(
  { message: fc.constantFrom('Old.', 'Very old.'), replacement: fc.constantFrom('a', 'ä'), sunset: dates },
  { requiredKeys: ['message'], noNullPrototype: true },
);

const quarantines: fc.Arbitrary<Quarantine> = fc.record(
  { reason: fc.constantFrom('It leaks.', 'It lies.'), since: dates, by: fc.constantFrom('ada', 'grace') },
  { requiredKeys: ['reason', 'since'], noNullPrototype: true },
);

function specsOf(name: string): fc.Arbitrary<ToolSpec> {
  return fc
    .record(
      {
        name: fc.constant(name),
        version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0-rc.1', 'nightly'),
        title: fc.constantFrom('', 'A tool'),
        description: fc.constantFrom('', 'Does it.'),
        inputSchema: schemas,
        outputSchema: schemas,
        annotations: schemas,
        tags: fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 2 }),
      },
      { requiredKeys: ['name', 'inputSchema', 'outputSchema'], noNullPrototype: true },
    )
    .map(readSpec);
}

function versionsOf(name: string): fc.Arbitrary<readonly ToolVersion[]> {
  const version = fc
    .tuple(
      specsOf(name),
      dates,
      fc.option(deprecations, { nil: undefined }),
      fc.option(fc.constantFrom('file:///tools.json', 'https://tools.example/mcp'), { nil: undefined }),
    )
    .map(([spec, createdAt, deprecation, source]) => ({
      spec,
      digest: specDigest(spec),
      createdAt,
      ...(source !== undefined && { source }),
      ...(deprecation && { deprecation }),
    }));
  return fc.uniqueArray(version, { selector: ({ spec }) => spec.version, minLength: 1, maxLength: 4 });
}

function statesOf(name: string): fc.Arbitrary<ToolState> {
  const tool = fc
    .tuple(versionsOf(name), fc.nat(3), fc.boolean(), fc.option(quarantines, { nil: undefined, freq: 2 }))
    .map(([versions, index, enabled, quarantine]) => ({
      name,
      enabled,
      ...(quarantine && { quarantine }),
      current: (index % versions.length) + 1,
      versions,
    }));
  const emptied = quarantines.map((quarantine) => ({
    name,
    enabled: true,
    quarantine,
    current: 0,
    versions: [],
  }));
  return fc.oneof({ weight: 4, arbitrary: tool }, { weight: 1, arbitrary: emptied });
}

/** All tools of a tenant, sorted by name. */
export const anyStates: fc.Arbitrary<readonly ToolState[]> = fc
  .subarray(['B', 'a', 'a.b/~c', 'constructor', 'ä'])
  .chain((names) => fc.tuple(...names.map(statesOf)));

/** A snapshot of a catalogue, as it could have come about. */
export const anySnapshot: fc.Arbitrary<ToolRegistrySnapshot> = anyStates.map(toSnapshot);
