import { expect, it } from 'vitest';
import type { ModelMessage } from '../../runtime/model/model-message.ts';
import { earlierFound } from './earlier-found.ts';

it('reads what a conversation has found, each name once, and nothing out of what is no list of names', () => {
  const results = [
    { found: ['b', 'a'] },
    { found: ['a', 'c', 5, null] },
    {},
    { found: 'd' },
    { found: { 0: 'e', length: 1 } },
    null,
  ];
  const messages = [
    null,
    { role: 'user', content: 'Hi.', found: ['f'] },
    { role: 'tool', results },
    { role: 'tool', results: 'none' },
  ] as unknown as readonly ModelMessage[];

  expect(earlierFound(messages)).toEqual(['b', 'a', 'c']);
});
