import { describe, expect, it } from 'vitest';
import { askPerson } from './ask-person.ts';

const call = { tool: 'remove', args: { path: '/a' }, id: 'a', answers: 'named', reason: 'why' } as const;

describe('askPerson', () => {
  it.each([
    ['our own words', { decision: 'approve', toolCallId: 'a', approver: 'ada', reason: 'old' }],
    ['those of LangChain', { type: 'approve', toolCallId: 'a', approver: 'ada', message: 'old' }],
    [
      'a list of them',
      { decisions: [{ type: 'approve', toolCallId: 'a', approver: 'ada', message: 'old' }] },
    ],
  ])('reads %s', (_what, answer) => {
    const decision = askPerson(() => answer, call);

    expect(decision).toEqual({ isApproved: true, approver: 'ada', reason: 'old' });
  });

  it('takes the answer for this call out of those for many', () => {
    const decisions = [
      { type: 'approve', toolCallId: 'b' },
      { type: 'reject', toolCallId: 'a' },
    ];

    expect(askPerson(() => ({ decisions }), call).isApproved).toBe(false);
  });

  it('passes over answers that are none until there is one', () => {
    const answers: unknown[] = [
      undefined,
      'approve',
      { decision: 'approve' },
      { decision: 'approve', toolCallId: 'b' },
      {
        decisions: [
          { type: 'approve', toolCallId: 'a' },
          { type: 'reject', toolCallId: 'a' },
        ],
      },
      { decision: 'maybe', toolCallId: 'a' },
      { decision: 'reject', toolCallId: 'a', approver: '', reason: 7 },
    ];

    const decision = askPerson(() => answers.shift(), call);

    expect(decision).toEqual({ isApproved: false, approver: undefined, reason: undefined });
    expect(answers).toEqual([]);
  });

  it('takes an answer that names nobody only where it can mean nothing else', () => {
    const answers = [{ decisions: [{ type: 'approve' }, { type: 'approve' }] }, { type: 'approve' }];

    expect(askPerson(() => answers.shift(), { ...call, answers: 'any' }).isApproved).toBe(true);
    expect(answers).toEqual([]);
  });

  it('rejects when there is no end of answers that are none', () => {
    expect(askPerson(() => true, call).isApproved).toBe(false);
  });
});
