import fc from 'fast-check';
import type { ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';
import type {
  ToolsetDefinition,
  ToolsetEntry,
} from '../../packages/toolcrib/src/catalog/toolsets/toolset.ts';

/** Names as catalogues have them; not all can be names for models. */
export const toolNames = ['add', 'files.read', 'geo/cities', 'mail~send', 'öffnen', 'zoom'] as const;
const versions = [undefined, '1.0.0', '1.1.0', '2.0.0'] as const;

/** A version of a tool, with a definition that no other has. */
export function specOf(name: string, version: string | undefined): ToolSpec {
  return {
    name,
    ...(version !== undefined && { version }),
    description: `Does ${name} as of ${version}.`,
    inputSchema: { type: 'object', properties: { [`of-${version}`]: { type: 'string' } } },
    outputSchema: {},
  };
}

/** Every version of every tool, the current ones last. */
export const allSpecs: readonly ToolSpec[] = toolNames.flatMap((name) =>
  versions.map((version) => specOf(name, version)),
);

const requests: fc.Arbitrary<Pick<ToolsetEntry, 'range' | 'version'>> = fc.constantFrom(
  {},
  { range: 'latest' },
  { range: '^1' },
  { range: '>=1.0.0 <1.1.0' },
  { range: '*' },
  { version: '1.0.0' },
  { version: '2.0.0' },
  { version: null },
);

const policies = fc.record(
  {
    autonomy: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
    requires: fc.uniqueArray(fc.constantFrom('a:read', 'b:write', 'ä', 'admin'), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('"quoted"', 'line\nbreak', '\u2028', '</script>', '{"exportVersion": 2}', ':'),
);

function entryOf(tool: string): fc.Arbitrary<ToolsetEntry> {
  const overrides = fc.record(
    // No two are alike, whatever the tools.
    {
      wireName: fc.constant(`wire_${toolNames.indexOf(tool as never)}`),
      description: texts,
      policy: policies,
    },
    { requiredKeys: [] },
  );
  return fc.tuple(requests, overrides).map(([request, override]) => ({ tool, ...request, ...override }));
}

/** Definitions that can be had of a catalogue with all specs, in any order of tools and fields. */
export function anyDefinition(name: string): fc.Arbitrary<ToolsetDefinition> {
  const entries = fc
    .shuffledSubarray([...toolNames])
    .chain((tools) => fc.tuple(...tools.map(entryOf)))
    .map((tools) => tools as ToolsetEntry[]);
  const people = fc.record({ title: texts, description: texts }, { requiredKeys: [] });
  return fc.tuple(people, entries).map(([about, tools]) => ({ tools, ...about, name }));
}
