import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchableTool, ToolIndex } from '../../packages/toolcrib/src/search/index.ts';
import { anyQuery, anyTools } from './any-search.ts';

const EVERYTHING = { limit: 1_000, explain: true } as const;

/** Tools and queries of `any-search.ts` have nothing of it, whatever mistake is in them. */
const unrelated: SearchableTool = {
  name: 'zzgrommet_zzlathe',
  description: 'Zzturns zzgrommets on a zzlathe.',
  inputSchema: { type: 'object', properties: { zzdiameter: { type: 'number' } } },
  tags: ['zzworkshop'],
};

describe('the order of hits', () => {
  it('is the same to the last byte, whatever the order of insertion and whatever was there before', () => {
    fc.assert(
      fc.property(anyDetour(), fc.array(anyQuery(), { minLength: 1, maxLength: 3 }), (detour, queries) => {
        const { tools, shuffled, strangers, replaced } = detour;
        const straight = new ToolIndex(tools);
        const winding = new ToolIndex(strangers);
        for (const tool of shuffled) winding.set({ ...tool, description: replaced });
        for (const { name } of strangers) winding.delete(name);
        for (const tool of shuffled) winding.set(tool);

        expect(winding.size).toBe(straight.size);
        for (const query of queries) {
          for (const options of [EVERYTHING, { limit: 2 }, { ...EVERYTHING, typing: true }]) {
            expect(JSON.stringify(winding.search(query, options))).toBe(
              JSON.stringify(straight.search(query, options)),
            );
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('and the scores stay as they are when a tool comes that has nothing to do with the query', () => {
    fc.assert(
      fc.property(anyTools(12), anyQuery(), fc.boolean(), (tools, query, typing) => {
        const index = new ToolIndex(tools);
        const before = JSON.stringify(index.search(query, { ...EVERYTHING, typing }));

        index.set(unrelated);

        expect(JSON.stringify(index.search(query, { ...EVERYTHING, typing }))).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it('does not change for the others when a tool comes that ties with one of them', () => {
    fc.assert(
      fc.property(anyMarkedTools(), fc.nat(), (tools, which) => {
        const index = new ToolIndex(tools);
        const before = index.search(MARK, { limit: 1_000 });
        const original = tools[which % tools.length] as SearchableTool;
        const twin = { ...original, id: `${original.name} twin` };

        index.set(twin);

        const after = index.search(MARK, { limit: 1_000 });
        const others = after.filter(({ id }) => id !== twin.id);
        const isFound = before.some(({ id }) => id === original.name);
        expect(others).toEqual(before);
        expect(after.length - others.length).toBe(isFound ? 1 : 0);
        const at = after.findIndex(({ id }) => id === twin.id);
        if (isFound) expect(after[at]?.score).toBe(before.find(({ id }) => id === original.name)?.score);
      }),
      { numRuns: 300 },
    );
  });
});

/** A word that nothing else is like: how rare it is then does not matter, since it is all that is looked for. */
const MARK = 'frobnicate';

/** Tools of which some have the word, here and there. */
function anyMarkedTools(): fc.Arbitrary<readonly SearchableTool[]> {
  const places = fc.array(fc.constantFrom('name', 'description', 'tags', 'nowhere'), { minLength: 12 });
  return fc.tuple(anyTools(12), places).map(([tools, marked]) =>
    tools.map((tool, at): SearchableTool => {
      if (marked[at] === 'name') return { ...tool, name: `${tool.name}_${MARK}` };
      if (marked[at] === 'description') return { ...tool, description: `${tool.description ?? ''} ${MARK}` };
      return marked[at] === 'tags' ? { ...tool, tags: [...(tool.tags ?? []), MARK] } : tool;
    }),
  );
}

function anyDetour() {
  // Names of those that stay may be among the strangers.
  const parts = fc.tuple(
    anyTools(10),
    anyTools(10),
    fc.constantFrom('forecast of events', 'zebra words', ''),
  );
  return parts.chain(([tools, strangers, replaced]) =>
    fc
      .shuffledSubarray([...tools], { minLength: tools.length, maxLength: tools.length })
      .map((shuffled) => ({ tools, strangers, replaced, shuffled })),
  );
}
