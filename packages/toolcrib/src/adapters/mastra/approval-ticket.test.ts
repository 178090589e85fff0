import { describe, expect, it } from 'vitest';
import { ApprovalTicket } from './approval-ticket.ts';

/** What Mastra does with arguments on their way: all but instances of classes are copied. */
function copy(input: object): Record<string, unknown> {
  return { ...input };
}

describe('ApprovalTicket', () => {
  it('tells the arguments that somebody was asked about, once', () => {
    const input = { path: '/a' };

    ApprovalTicket.give(input);
    const passed = copy(input);

    expect(ApprovalTicket.take(passed)).toEqual({ args: { path: '/a' }, isApproved: true });
    expect(ApprovalTicket.take(passed)).toEqual({ args: { path: '/a' }, isApproved: false });
  });

  it('is not good for other arguments, at any depth', () => {
    const input = { path: '/a' };
    const nested = { where: { path: '/a' } };

    ApprovalTicket.give(input);
    ApprovalTicket.give(nested);
    nested.where.path = '/';

    expect(ApprovalTicket.take({ ...input, path: '/' })).toEqual({ args: { path: '/' }, isApproved: false });
    expect(ApprovalTicket.take(nested)).toEqual({ args: { where: { path: '/' } }, isApproved: false });
  });

  it('looks past what Mastra takes out of arguments on their way', () => {
    const input: Record<string, unknown> = {
      path: '/a',
      suspendedToolRunId: 'x',
      suspendedToolCallId: 'y',
      _background: { enabled: false },
    };

    ApprovalTicket.give(input);
    const { suspendedToolRunId, suspendedToolCallId, _background, ...passed } = input;

    expect(ApprovalTicket.argumentsOf(copy({ ...passed, _background, '~toolcrib': 1 }))).toBeNull();
    expect(
      ApprovalTicket.argumentsOf({ path: '/a', suspendedToolRunId, suspendedToolCallId, _background }),
    ).toEqual({
      path: '/a',
    });
    expect(ApprovalTicket.take(passed)).toEqual({ args: { path: '/a' }, isApproved: true });
  });

  it('is lost in JSON, and cannot be written in it', () => {
    const input = { path: '/a' };

    ApprovalTicket.give(input);

    expect(JSON.stringify(input)).toBe('{"path":"/a"}');
    const forged = { path: '/a', '~toolcrib': { isOpen: true } };
    expect(ApprovalTicket.take(forged)).toEqual({ args: null, isApproved: false });
    expect(ApprovalTicket.take('text')).toEqual({ args: 'text', isApproved: false });
  });

  it('leaves alone what has no room for it', () => {
    const taken = { '~toolcrib': 1 };
    const frozen = Object.freeze({ path: '/a' });

    for (const input of [taken, frozen, 'text', null]) ApprovalTicket.give(input);

    expect(taken).toEqual({ '~toolcrib': 1 });
    expect(ApprovalTicket.take(frozen).isApproved).toBe(false);
  });
});
