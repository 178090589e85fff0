import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolIndex } from '../tool-index.ts';
import { rankingWeights } from './weights.ts';

const words = ['mail', 'send', 'read', 'list', 'file', 'weather', 'city', 'day', 'order', 'user'];
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
const tools = fc
  .array(fc.record({ description: text, tags: fc.array(text, { maxLength: 2 }) }), { maxLength: 40 })
  .map((all) => all.map((tool, at) => ({ ...tool, name: `t${at}` })));

describe('the ranking', () => {
  it('gives the same with a limit as the beginning of all, whatever it did not look at closely', () => {
    fc.assert(
      fc.property(tools, text, fc.integer({ min: 1, max: 12 }), (given, query, limit) => {
        const index = new ToolIndex(given, { ...rankingWeights, candidates: 1_000 });
        const all = index.search(query, { limit: 1_000 });
        expect(index.search(query, { limit })).toEqual(all.slice(0, limit));
      }),
      { numRuns: 500 },
    );
  });
});
