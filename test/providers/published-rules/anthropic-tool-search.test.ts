import { describe, expect, it } from 'vitest';
import { checkAnthropicReferences } from './anthropic-tool-search.ts';

const tool = { name: 'refund', input_schema: { type: 'object' }, defer_loading: true };
const reference = { type: 'tool_reference', tool_name: 'refund' };

function request(
  content: object[],
  { tools = [tool], ...rest }: { tools?: object[]; is_error?: boolean } = {},
) {
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content, ...rest };
  return { tools, messages: [{ role: 'user', content: [result] }] };
}

describe('checkAnthropicReferences', () => {
  it('has nothing to say of references that lead to a deferred tool', () => {
    expect(checkAnthropicReferences(request([reference]))).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a reference to no tool', request([reference], { tools: [] }), 'refund has no definition'],
    [
      'a reference to a tool that is there anyway',
      request([reference], { tools: [{ ...tool, defer_loading: false }] }),
      'not deferred',
    ],
    ['a reference in an error', request([reference], { is_error: true }), 'an error has references'],
    [
      'a reference that is no part of a result',
      { tools: [tool], messages: [{ role: 'user', content: [reference] }] },
      'not in a result',
    ],
  ])('catches %s', (_, body, words) => {
    expect(checkAnthropicReferences(body).join('\n')).toContain(words);
  });
});
