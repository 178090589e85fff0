import type { ToolState, ToolVersion } from '../../../packages/toolcrib/src/catalog/index.ts';
import {
  changedEvents,
  changedTools,
  cut,
  decides,
  type Fault,
  type FaultRow,
  freeze,
  sortKeys,
} from './fault.ts';

/** What can go wrong with what is said of a tool. */
export const toolFaults: readonly FaultRow[] = [
  ['sorts keys', 'keeps the order of keys and every value in a spec', changedSpecs((spec) => sortKeys(spec))],
  [
    'rounds numbers',
    'keeps the order of keys and every value in a spec',
    changedSpecs((spec) => JSON.parse(JSON.stringify(spec).replaceAll('5e-324', '0'))),
  ],
  [
    'takes names without their case',
    'tells tools apart, whatever they are called',
    (store) => ({
      load: async (tenant) => {
        const loaded = await store.load(tenant);
        const folded = new Map([...loaded.tools].map(([name, state]) => [name.toLowerCase(), state]));
        return { ...loaded, tools: new Map([...folded].map(([, state]) => [state.name, state])) };
      },
    }),
  ],
  [
    'ends texts at a null character',
    'keeps any text as it is',
    changedEvents((events) =>
      events.map(({ reason, ...event }) => freeze({ ...event, ...(reason && { reason: cut(reason) }) })),
    ),
  ],
  [
    'keeps some versions',
    'keeps many versions of a tool in order, and each change of one',
    changedTools((state) => freeze({ ...state, versions: state.versions.slice(0, 40) })),
  ],
  [
    'sorts versions',
    'keeps many versions of a tool in order, and each change of one',
    changedTools((state) =>
      freeze({
        ...state,
        versions: state.versions.toSorted((a, b) =>
          (a.spec.version ?? '') < (b.spec.version ?? '') ? -1 : 1,
        ),
      }),
    ),
  ],
  [
    'never takes anything back',
    'keeps each thing that is said of a tool, and forgets it',
    neverForgets((before, after) => ({ ...before, ...after })),
  ],
  [
    'keeps the versions of what was removed',
    'forgets the versions of a tool that is removed',
    neverForgets((before, after) => ({ ...after, versions: unite(before, after) })),
  ],
  [
    'takes a name without versions for none',
    'keeps a name that is only in quarantine',
    changedTools((state) => (state.versions.length === 0 ? undefined : state)),
  ],
  [
    'adds versions, and takes none away',
    'replaces all that a tool was, as a snapshot does that is restored',
    neverForgets((before, after) => ({ ...after, versions: unite(before, after) })),
  ],
  [
    'forgets where a version came from',
    'keeps where a version came from',
    changedTools((state) => {
      const versions = state.versions.map(({ source: _, ...version }) => version);
      return freeze({ ...state, versions });
    }),
  ],
  [
    'takes no source for an empty one',
    'keeps where a version came from',
    changedTools((state) => {
      const versions = state.versions.map((version) => ({ ...version, source: version.source ?? '' }));
      return freeze({ ...state, versions });
    }),
  ],
  [
    'takes a version for the same, whatever its source',
    'keeps where a version came from',
    neverForgets((before, after) => ({
      ...after,
      versions: after.versions.map((version, index) =>
        withSource(version, before.versions[index] ?? version),
      ),
    })),
  ],
];

function withSource({ source: _, ...version }: ToolVersion, { source }: ToolVersion): ToolVersion {
  return source === undefined ? version : { ...version, source };
}

function changedSpecs(change: (spec: ToolState['versions'][number]['spec']) => unknown): Fault {
  return changedTools((state) => {
    const versions = state.versions.map((version) => ({ ...version, spec: change(version.spec) }));
    return freeze({ ...state, versions }) as ToolState;
  });
}

/** A store that mixes what it is given with what it has. */
function neverForgets(mix: (before: ToolState, after: ToolState) => ToolState): Fault {
  return (store) => {
    const held = new Map<string, ToolState>();
    return decides((decide) => (...given) => {
      const changeSet = decide(...given);
      const tools = changeSet?.tools.map((change) => {
        const [before, { after }] = [held.get(change.name), change];
        if (after === undefined) return change;
        const mixed = freeze(before === undefined ? after : mix(before, after));
        held.set(change.name, mixed);
        return { ...change, after: mixed };
      });
      return changeSet && tools && { ...changeSet, tools };
    })(store);
  };
}

function unite(before: ToolState, after: ToolState): ToolState['versions'] {
  const known = new Set(before.versions.map(({ spec }) => spec.version));
  return [...before.versions, ...after.versions.filter(({ spec }) => !known.has(spec.version))];
}
