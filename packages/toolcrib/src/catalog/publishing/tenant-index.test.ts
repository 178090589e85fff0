import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeCopy, SAMPLE_TIME, sampleSpec, toolOf, versionOf } from '../../stores/testkit/sample-tool.ts';
import { SpecDigests } from '../spec-digests.ts';
import type { ToolState } from '../tool-state.ts';
import { NameLooks } from './name-looks.ts';
import { TenantIndex } from './tenant-index.ts';

const CYRILLIC_A = '\u0430';

function stateOf(name: string, description = 'Pays.'): ToolState {
  return toolOf([versionOf(sampleSpec({ name, description }))]);
}

function blocked(name: string): ToolState {
  return toolOf([], { name, quarantine: freezeCopy({ reason: 'Leaks.', since: SAMPLE_TIME }) });
}

function indexOf(states: Iterable<ToolState>): TenantIndex {
  return new TenantIndex({ digests: new SpecDigests(), looks: new NameLooks() }, states);
}

describe('an index of the names of a tenant', () => {
  it('finds other names that look alike, also of tools that are gone but in quarantine', () => {
    const index = indexOf([stateOf('pay'), stateOf('play'), blocked('say')]);

    expect(index.lookAlikes(`p${CYRILLIC_A}y`)).toEqual(['pay']);
    expect(index.lookAlikes(`s${CYRILLIC_A}y`)).toEqual(['say']);
    expect(index.lookAlikes('pay')).toEqual([]);
    expect(index.lookAlikes('constructor')).toEqual([]);
  });

  it('finds what says the same by its current version', () => {
    const states = [stateOf('pay'), stateOf('give'), stateOf('silent', ''), blocked('say')];
    const index = indexOf(states);
    const changed = toolOf([
      versionOf(sampleSpec({ name: 'pay', description: 'Pays.' })),
      ...stateOf('pay', 'More.').versions,
    ]);

    const copiesOf = (description: string) => index.copiesOf(sampleSpec({ name: 'new', description }));
    expect(copiesOf('Pays.')).toEqual(['pay', 'give']);
    index.update('pay', changed);
    expect(copiesOf('Pays.')).toEqual(['give']);
    expect(copiesOf('More.')).toEqual(['pay']);
    expect(copiesOf('')).toEqual([]);
    expect(index.copiesOf(sampleSpec({ name: 'give', description: 'Pays.' }))).toEqual([]);
    expect(index.copiesOf(sampleSpec({ name: 'new', description: 'Pays.', tags: ['other'] }))).toEqual([]);
  });

  it('tells twenty of those that say the same, and not the name itself', () => {
    const names = Array.from({ length: 30 }, (_, index) => `pay_${index}`);
    const index = indexOf(names.map((name) => stateOf(name)));

    const copies = index.copiesOf(sampleSpec({ name: 'pay_3', description: 'Pays.' }));

    expect(copies).toEqual(names.filter((name) => name !== 'pay_3').slice(0, 20));
  });

  it('is the same after any changes as if it were made of their end', () => {
    const names = ['pay', `p${CYRILLIC_A}y`, 'PAY', 'give'];
    const texts = ['', 'Pays.', 'Gives.'];
    const change = fc.tuple(fc.constantFrom(...names), fc.constantFrom('gone', 'blocked', ...texts));

    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const index = indexOf([]);
        const states = new Map<string, ToolState>();
        for (const [name, what] of changes) {
          const state =
            what === 'gone' ? undefined : what === 'blocked' ? blocked(name) : stateOf(name, what);
          index.update(name, state);
          // So that what is made when somebody asks is kept up too.
          index.copiesOf(sampleSpec({ name: 'new', description: 'Pays.' }));
          if (state === undefined) states.delete(name);
          else states.set(name, state);
        }
        const fresh = indexOf(states.values());

        for (const name of names) {
          expect(index.lookAlikes(name).toSorted()).toEqual(fresh.lookAlikes(name).toSorted());
        }
        for (const text of texts) {
          const spec = sampleSpec({ name: 'new', description: text });
          expect(index.copiesOf(spec).toSorted()).toEqual(fresh.copiesOf(spec).toSorted());
        }
      }),
      { numRuns: 300 },
    );
  });
});
