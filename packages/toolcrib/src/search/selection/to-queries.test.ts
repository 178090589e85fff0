import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../../runtime/model/model-message.ts';
import { toQueries } from './to-queries.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (text: string): ModelMessage => ({ role: 'assistant', text, calls: [] });
const result = (text: string): ModelMessage => ({
  role: 'tool',
  results: [
    { providerCallId: '1', tool: 'read', rendering: { isError: false, parts: [{ type: 'text', text }] } },
  ],
});

describe('toQueries', () => {
  it('takes the last texts of people, each for half as much as the one after it', () => {
    const queries = toQueries(['one', 'two', 'three', 'four'].map(user));

    expect(queries).toEqual([
      { query: 'four', weight: 1 },
      { query: 'three', weight: 0.5 },
      { query: 'two', weight: 0.25 },
    ]);
  });

  it('takes nothing of what the model said or tools gave', () => {
    const queries = toQueries([user('weather'), assistant('delete it all'), result('delete it all')]);

    expect(queries).toEqual([{ query: 'weather', weight: 1 }]);
  });

  it('takes the texts of a message in parts, and passes over messages without any', () => {
    const media = { type: 'media', media: { kind: 'image' } } as never;

    const queries = toQueries([
      {
        role: 'user',
        content: [{ type: 'text', text: 'what is this' }, media, { type: 'text', text: 'in Oslo' }],
      },
      { role: 'user', content: [media] },
      user('  '),
    ]);

    expect(queries).toEqual([{ query: 'what is this\nin Oslo', weight: 1 }]);
  });

  it('takes the beginning and the end of a long text', () => {
    const [query] = toQueries([user(`Translate this. ${'lorem ipsum '.repeat(10_000)} And mail it.`)]);

    expect(query?.query).toMatch(/^Translate this\..* And mail it\.$/s);
    expect(query?.query.length).toBeLessThanOrEqual(1_001);
  });

  it('looks through a bounded number of messages', () => {
    let looked = 0;
    const message = new Proxy(assistant('…'), {
      get: (target, key, receiver) => {
        looked++;
        return Reflect.get(target, key, receiver);
      },
    });

    expect(toQueries(Array.from({ length: 100_000 }, () => message))).toEqual([]);
    expect(looked).toBeLessThanOrEqual(1_000);
  });

  it('survives messages that are none', () => {
    const odd: unknown[] = [null, {}, { role: 'user' }, { role: 'user', content: 7 }, [], 'text'];

    expect(toQueries(odd as ModelMessage[])).toEqual([]);
  });
});
