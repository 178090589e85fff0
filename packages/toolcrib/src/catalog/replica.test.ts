import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freezeCopy,
  SAMPLE_TIME,
  sampleSpec,
  sampleTool,
  toolOf,
  versionOf,
} from '../stores/testkit/sample-tool.ts';
import type { CatalogEvent } from './catalog-event.ts';
import type { TenantChanges } from './catalog-store.ts';
import type { ListOptions } from './list-options.ts';
import { Replica } from './replica.ts';
import { statusOf, type ToolRegistration } from './tool-registration.ts';
import type { ToolState } from './tool-state.ts';

/** No date has come yet. */
const never = () => Number.NEGATIVE_INFINITY;
const entry = freezeCopy({ reason: 'Leaks.', since: SAMPLE_TIME });

/** A tool by its name and how it looks: its tags, whether it is on, and what is wrong with it. */
interface Look {
  readonly tags?: readonly string[];
  readonly enabled?: boolean;
  readonly isDeprecated?: boolean;
  readonly isQuarantined?: boolean;
  /** Only its quarantine is left. */
  readonly isRemoved?: boolean;
}

function stateOf(name: string, look: Look = {}): ToolState {
  const { tags, enabled = true, isDeprecated, isQuarantined, isRemoved } = look;
  const deprecation = isDeprecated ? { deprecation: { message: 'Old.' } } : {};
  const version = versionOf(sampleSpec({ name, ...(tags && { tags }) }), deprecation);
  const quarantine = isQuarantined || isRemoved ? { quarantine: entry } : {};
  return toolOf(isRemoved ? [] : [version], { name, enabled, ...quarantine });
}

function eventOf(sequence: number, name: string): CatalogEvent {
  return freezeCopy({ sequence, type: 'tool-updated', name, at: SAMPLE_TIME });
}

/** What happens when tools get these states, each with an event, after event `after`. */
function changesOf(after: number, states: ReadonlyMap<string, ToolState | undefined>): TenantChanges {
  const events = [...states.keys()].map((name, index) => eventOf(after + index + 1, name));
  return { sequence: after + events.length, events, tools: states, documents: new Map() };
}

function replicaOf(...states: readonly ToolState[]): Replica {
  const tools = new Map(states.map((state) => [state.name, state]));
  return new Replica({ sequence: states.length, tools, documents: new Map() });
}

function namesOf(registrations: readonly ToolRegistration[]): readonly string[] {
  return registrations.map(({ spec }) => spec.name);
}

describe('a replica', () => {
  it('[C6] gives the current version of a tool, the same object until it changes', () => {
    const [kept, changed] = [stateOf('kept'), stateOf('changed')];
    const replica = replicaOf(kept, changed);
    const before = [replica.get('kept'), replica.get('changed')];

    replica.apply(changesOf(2, new Map([['changed', stateOf('changed', { enabled: false })]])));

    expect(replica.get('kept')).toBe(before[0]);
    expect(replica.get('changed')).toEqual({ ...before[1], enabled: false });
    expect(before[1]?.enabled).toBe(true);
    expect(replica.stateOf('kept')).toBe(kept);
    for (const name of ['unknown', 'constructor', '__proto__', '']) {
      expect([replica.get(name), replica.stateOf(name)]).toEqual([undefined, undefined]);
    }
  });

  it('has no tool of a name that is only in quarantine, but its state', () => {
    const replica = replicaOf(stateOf('b', { isRemoved: true }), stateOf('a'));

    expect(replica.get('b')).toBeUndefined();
    expect(namesOf(replica.list(never, { status: 'any' }))).toEqual(['a']);
    expect(replica.states().map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('makes its index in pieces, also while it moves forward', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `tool_${index}`);
    const replica = replicaOf(...names.map((name) => stateOf(name)));
    const changes = changesOf(
      1_000,
      new Map([
        ['tool_0', undefined],
        ['tool_999', undefined],
        ['new', stateOf('new')],
      ]),
    );
    let pauses = 0;

    const index = await replica.prepareIndex(async () => {
      if (pauses++ === 0) replica.apply(changes);
    });

    const sample = sampleSpec({ name: 'other' });
    const left = names.slice(1, -1);
    expect(pauses).toBeGreaterThan(1);
    expect(replica.index()).toBe(index);
    expect(index.lookAlikes('too1_7')).toEqual(['tool_7']);
    expect([index.lookAlikes('tool_O'), index.lookAlikes('too1_999')]).toEqual([[], []]);
    expect(index.lookAlikes('NEW')).toEqual(['new']);
    expect(index.copiesOf(sample)).toEqual(left.slice(0, 20));
  });

  it('moves forward only, and answers the events that are new to it', () => {
    const replica = replicaOf();
    const [first, second] = [stateOf('a'), stateOf('a', { enabled: false })];
    const third = changesOf(2, new Map([['b', stateOf('b')]]));

    expect(replica.apply(changesOf(0, new Map([['a', first]])))).toEqual([eventOf(1, 'a')]);
    const overlapping = {
      sequence: 2,
      events: [eventOf(1, 'a'), eventOf(2, 'a')],
      tools: new Map([['a', second]]),
      documents: new Map(),
    };
    expect(replica.apply(overlapping)).toEqual([eventOf(2, 'a')]);
    expect(replica.apply(third)).toEqual(third.events);
    for (const late of [overlapping, changesOf(0, new Map([['a', first]])), third]) {
      expect(replica.apply(late)).toEqual([]);
    }

    expect(replica.sequence).toBe(3);
    expect(replica.stateOf('a')).toBe(second);
    expect(namesOf(replica.list(never))).toEqual(['b']);
  });

  it('is the same after many changes, small and large, as if it were made of their end', () => {
    const names = [...['', 'a', 'A', 'b', 'é', '\uff21', '\u{1f9f0}'].map((name) => `x${name}`)];
    const many = Array.from({ length: 50 }, (_, index) => `y${index}`);
    const look = fc.record({ isRemoved: fc.boolean(), enabled: fc.boolean(), isQuarantined: fc.boolean() });
    const batch = fc.array(fc.tuple(fc.constantFrom(...names), fc.option(look)), { maxLength: 4 });
    const large = fc.option(look).map((found) => many.map((name) => [name, found] as const));

    fc.assert(
      fc.property(fc.array(fc.oneof(batch, batch, large), { maxLength: 8 }), (batches) => {
        const replica = replicaOf();
        const tools = new Map<string, ToolState>();
        for (const changes of batches) {
          const states = new Map(
            changes.map(
              ([name, found]) => [name, found === null ? undefined : stateOf(name, found)] as const,
            ),
          );
          replica.apply(changesOf(replica.sequence, states));
          for (const [name, state] of states) {
            if (state === undefined) tools.delete(name);
            else tools.set(name, state);
          }
        }
        const fresh = new Replica({ sequence: replica.sequence, tools, documents: new Map() });

        for (const options of [undefined, { status: 'any' as const }]) {
          expect(replica.list(never, options)).toEqual(fresh.list(never, options));
        }
        expect(replica.states()).toEqual(fresh.states());
        for (const name of [...names, ...many]) expect(replica.get(name)).toEqual(fresh.get(name));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a list', () => {
  const tools = [
    ...[stateOf('zoo'), stateOf('add', { tags: ['math'] }), stateOf('add.two', { isDeprecated: true })],
    ...[stateOf('Add', { enabled: false, tags: ['math', 'old'] }), stateOf('\uff21'), stateOf('\u{1f9f0}')],
    ...[stateOf('sub', { isQuarantined: true }), stateOf('sum', { isQuarantined: true, enabled: false })],
    stateOf('gone', { isRemoved: true }),
  ];

  it('[C5] is sorted by code units and holds what can be used', () => {
    expect(namesOf(replicaOf(...tools).list(never))).toEqual([
      'add',
      'add.two',
      'zoo',
      '\u{1f9f0}',
      '\uff21',
    ]);
  });

  it.each([
    {
      options: { status: 'any' },
      names: ['Add', 'add', 'add.two', 'sub', 'sum', 'zoo', '\u{1f9f0}', '\uff21'],
    },
    { options: { status: 'active' }, names: ['add', 'zoo', '\u{1f9f0}', '\uff21'] },
    { options: { status: 'deprecated' }, names: ['add.two'] },
    { options: { status: 'disabled' }, names: ['Add'] },
    { options: { status: 'quarantined' }, names: ['sub', 'sum'] },
    { options: { enabled: false }, names: ['Add', 'sum'] },
    { options: { enabled: true }, names: ['add', 'add.two', 'zoo', '\u{1f9f0}', '\uff21'] },
    {
      options: { enabled: true, status: 'any' },
      names: ['add', 'add.two', 'sub', 'zoo', '\u{1f9f0}', '\uff21'],
    },
    { options: { enabled: false, status: 'quarantined' }, names: ['sum'] },
    { options: { tag: 'math' }, names: ['add'] },
    { options: { tag: 'old', status: 'any' }, names: ['Add'] },
    { options: { tag: 'none' }, names: [] },
    { options: { prefix: 'add' }, names: ['add', 'add.two'] },
    { options: { prefix: 'add', after: 'add' }, names: ['add.two'] },
    { options: { prefix: 'add', after: 'Add', limit: 1 }, names: ['add'] },
    { options: { prefix: 'zoo', after: 'add' }, names: ['zoo'] },
    { options: { prefix: 'add', after: 'b' }, names: [] },
    { options: { after: 'b', limit: 2 }, names: ['zoo', '\u{1f9f0}'] },
    { options: { after: '\u{1f9f0}' }, names: ['\uff21'] },
    { options: { after: '\uffff' }, names: [] },
  ] satisfies { options: ListOptions; names: string[] }[])(
    '[C5] with $options has $names',
    ({ options, names }) => {
      const list = replicaOf(...tools).list(never, options);

      expect(namesOf(list)).toEqual(names);
      expect(Object.isFrozen(list)).toBe(true);
    },
  );

  it('[C5] is the same object until something changes, and then another one', () => {
    const replica = replicaOf(...tools);
    const before = replica.list(never);

    expect(replica.list(never, {})).toBe(before);
    expect(replica.list(never, { prefix: '', tag: undefined })).toBe(before);
    replica.apply(changesOf(replica.sequence, new Map([['zoo', undefined]])));

    expect(namesOf(before)).toContain('zoo');
    expect(namesOf(replica.list(never))).not.toContain('zoo');
  });

  it('[C5] is the same in pages of any size', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[abA\uff21]{1,3}$/), { minLength: 1, maxLength: 12 });
    const look = fc.record({
      enabled: fc.boolean(),
      isDeprecated: fc.boolean(),
      isQuarantined: fc.boolean(),
    });
    const limit = fc.integer({ min: 1, max: 4 });
    const options = fc.record(
      {
        prefix: fc.constantFrom('', 'a', 'ab', 'A', '\uff21'),
        status: fc.constantFrom('any', 'active', 'deprecated', 'disabled', 'quarantined'),
      },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(fc.record({ chosen: names, found: look, wanted: options, limit }), (given) => {
        const { chosen, found, wanted, limit } = given;
        const states = chosen.map((name, index) => stateOf(name, index % 2 === 0 ? found : {}));
        const replica = replicaOf(...states);
        const all = replica.list(never, wanted);
        const pages: ToolRegistration[] = [];
        for (let after: string | undefined; ; after = pages.at(-1)?.spec.name) {
          const page = replica.list(never, { ...wanted, limit, ...(after !== undefined && { after }) });
          expect(page.length).toBeLessThanOrEqual(limit);
          if (page.length === 0) break;
          pages.push(...page);
        }

        expect(pages).toEqual(all);
        const sorted = states.map(({ name }) => name).toSorted();
        const isWanted = (registration: ToolRegistration) => {
          const { status } = wanted;
          if (status === undefined) return ['active', 'deprecated'].includes(statusOf(registration));
          return status === 'any' || statusOf(registration) === status;
        };
        const expected = sorted.filter((name) => {
          const registration = replica.get(name);
          return name.startsWith(wanted.prefix ?? '') && registration !== undefined && isWanted(registration);
        });
        expect(namesOf(all)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

it('takes a large change over in pieces, of which reads see nothing before the end', () => {
  const tools = (prefix: string) =>
    Array.from(
      { length: 1_500 },
      (_, index) => [`${prefix}_${index}`, sampleTool({ name: `${prefix}_${index}` })] as const,
    );
  const replica = new Replica({ sequence: 1, tools: new Map(tools('a')), documents: new Map() });
  const known = replica.index().lookAlikes('A_7');
  const changes = {
    sequence: 2,
    events: [],
    tools: new Map<string, ToolState | undefined>([
      ...tools('a').map(([name]) => [name, undefined] as const),
      ...tools('b'),
    ]),
    documents: new Map([['policy/x', {}]]),
  };

  const pieces = replica.applyInPieces(changes);
  while (!pieces.next().done) {
    const isAfter = replica.sequence === 2;
    expect(replica.list(() => 0)).toHaveLength(1_500);
    expect([replica.get('a_0') === undefined, replica.stateOf('b_0') !== undefined]).toEqual([
      isAfter,
      isAfter,
    ]);
  }

  expect(known).toEqual(['a_7']);
  expect(replica.sequence).toBe(2);
  expect(replica.list(() => 0).every(({ spec }) => spec.name.startsWith('b_'))).toBe(true);
  expect(replica.document('policy/x')).toEqual({});
  expect([replica.index().lookAlikes('A_7'), replica.index().lookAlikes('B_7')]).toEqual([[], ['b_7']]);
});
