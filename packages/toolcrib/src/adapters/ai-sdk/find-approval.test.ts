import type { ModelMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import { findApproval } from './find-approval.ts';

const input = { path: '/a', force: true };
const call = { toolName: 'remove', toolCallId: 'call_1', input };

const proposed: ModelMessage = {
  role: 'assistant',
  content: [
    { type: 'tool-call', ...call },
    { type: 'tool-approval-request', approvalId: 'ask_1', toolCallId: 'call_1' },
  ],
};

function answered(approved: boolean, approvalId = 'ask_1'): ModelMessage {
  const reason = 'it is old';
  return { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved, reason }] };
}

const repeated: ModelMessage = { role: 'assistant', content: [{ type: 'tool-call', ...call }] };

const result: ModelMessage = {
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: 'call_1', toolName: 'remove', output: { type: 'text', value: '' } },
  ],
};

describe('findApproval', () => {
  it('finds the answer to the request for this call, in whatever order its arguments were kept', () => {
    const messages = [proposed, answered(true)];

    expect(findApproval({ ...call, messages })).toEqual({
      approvalId: 'ask_1',
      decision: { isApproved: true, reason: 'it is old' },
    });
    expect(findApproval({ ...call, input: { force: true, path: '/a' }, messages })).toBeDefined();
  });

  it.each<[string, Partial<typeof call>, readonly ModelMessage[]]>([
    ['other arguments', { input: { path: '/', force: true } }, [proposed, answered(true)]],
    ['another tool', { toolName: 'erase' }, [proposed, answered(true)]],
    ['another call', { toolCallId: 'call_2' }, [proposed, answered(true)]],
    ['a rejected call', {}, [proposed, answered(false)]],
    ['a call with two answers', {}, [proposed, joined(answered(true), answered(false))]],
    ['an answer to another request', {}, [proposed, answered(true, 'ask_2')]],
    ['an answer without a request', {}, [{ role: 'assistant', content: [] }, answered(true)]],
    ['a call that nobody has answered for', {}, [proposed]],
    ['an answer that was used', {}, [proposed, answered(true), result]],
    ['an answer beside its result', {}, [proposed, joined(answered(true), result)]],
    ['a later call under the same id', {}, [proposed, answered(true), result, proposed]],
    ['a call in another message than the request', {}, [proposed, result, repeated, answered(true)]],
  ])('finds none for %s', (_what, changes, messages) => {
    expect(findApproval({ ...call, ...changes, messages })).toBeUndefined();
  });

  it('finds none that the settings of the host gave', () => {
    const request = {
      type: 'tool-approval-request',
      approvalId: 'ask_1',
      toolCallId: 'call_1',
      isAutomatic: true,
    } as const;
    const automatic: ModelMessage = {
      role: 'assistant',
      content: [{ type: 'tool-call', ...call }, request],
    };

    expect(findApproval({ ...call, messages: [automatic, answered(true)] })).toBeUndefined();
  });

  it('is not led astray by messages that are none', () => {
    for (const message of [null, 7, { role: 'tool' }, { role: 'tool', content: [null, 7] }]) {
      expect(findApproval({ ...call, messages: [message, message] })).toBeUndefined();
    }
    expect(findApproval({ ...call, messages: [] })).toBeUndefined();
  });
});

function joined(...messages: readonly ModelMessage[]): ModelMessage {
  return { role: 'tool', content: messages.flatMap(({ role, content }) => (role === 'tool' ? content : [])) };
}
