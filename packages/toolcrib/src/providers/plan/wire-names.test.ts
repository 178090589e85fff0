import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWireName } from './wire-name.ts';
import { assignWireNames } from './wire-names.ts';

describe('assignWireNames', () => {
  it('[T11] gives no two tools the same name, and every name leads back to its tool', () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.string({ unit: fc.constantFrom('a', '.', '_', '/'), maxLength: 4 }),
    );
    // Ids that are the wire names of others.
    const ids = fc
      .array(id)
      .chain((all) =>
        fc.subarray(all).map((some) => [...all, ...some.map((each) => toWireName(each, 'openai'))]),
      );

    fc.assert(
      fc.property(ids, (all) => {
        const { names, clashes } = assignWireNames(all, 'openai');
        const refused = new Set(clashes.map(({ tool }) => tool));
        const sent = [...new Set(all)].filter((tool) => !refused.has(tool));

        expect(new Set(sent.map((tool) => names.toWireName(tool))).size).toBe(sent.length);
        for (const tool of sent) expect(names.toToolName(names.toWireName(tool))).toBe(tool);
      }),
    );
  });

  it('[T11] leaves a name to the tool that had to be renamed, whoever comes first', () => {
    const wireName = toWireName('a.b', 'openai');
    const clash = { tool: wireName, wireName, takenBy: 'a.b' };

    for (const tools of [
      ['a.b', wireName],
      [wireName, 'a.b'],
    ]) {
      const { names, clashes } = assignWireNames(tools, 'openai');
      expect(clashes).toEqual([clash]);
      expect(names.toToolName(wireName)).toBe('a.b');
    }
  });

  it('makes the name of any stranger legal, and gives strangers from the wire back as they are', () => {
    const { names } = assignWireNames(['known'], 'openai');

    expect(names.toToolName('made up')).toBe('made up');
    expect(names.toWireName('made up')).toMatch(/^made_up_[0-9a-f]{10}$/);
    expect(names.toWireName('')).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(names.toWireName('made_up')).toBe('made_up');
  });
});
