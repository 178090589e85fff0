import { describe, expect, it } from 'vitest';
import type { AgentsRunContext } from './agents-tool.ts';
import { isApproved } from './is-approved.ts';

const call = { toolName: 'remove', callId: 'call_1' };

function contextOf(
  approved: boolean | string[],
  isToolApproved: boolean | undefined = true,
): AgentsRunContext {
  return { isToolApproved: () => isToolApproved, toJSON: () => ({ approvals: { remove: { approved } } }) };
}

describe('isApproved', () => {
  it('takes the approval of this call, and no other', () => {
    expect(isApproved(contextOf(['call_0', 'call_1']), call)).toBe(true);
    expect(isApproved(contextOf(['call_0']), call)).toBe(false);
    expect(isApproved(contextOf(true), call)).toBe(false);
    expect(isApproved(contextOf(['call_1'], false), call)).toBe(false);
  });

  it('finds none where it cannot look', () => {
    expect(isApproved(contextOf(['call_1']), { ...call, callId: undefined })).toBe(false);
    expect(isApproved(contextOf(['call_1']), { ...call, toolName: 'constructor' })).toBe(false);
    for (const context of [undefined, {}, { isToolApproved: () => true }]) {
      expect(isApproved(context as unknown as AgentsRunContext, call)).toBe(false);
    }
  });
});
