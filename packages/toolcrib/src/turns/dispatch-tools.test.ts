import { describe, expect, it } from 'vitest';
import { tool } from '../../../../test/runtime.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';
import { createTurnRunner } from './turn-runner.ts';

const log = tool('read_log', () => 'nothing to see\n'.repeat(10_000), { effect: 'read' });

describe('the tools of a dispatch', () => {
  it('says which tools are gone, until they are there again', async () => {
    const gone = (name: string) => ({ tool: name, args: {}, providerCallId: name });
    const model = createScriptedModel([{ calls: [{ tool: 'read_log', args: {} }] }, 'Read.']);
    const runner = createTurnRunner({ executor: model, tools: [log] });

    await runner.run('Read it again.', {
      messages: [{ role: 'assistant', text: '', calls: [gone('artifact_grep'), gone('removed')] }],
    });

    const retired = model.requests.map((request) => request.retired);
    expect(retired).toEqual([['artifact_grep', 'removed'], ['removed']]);
    expect(retired.every(Object.isFrozen)).toBe(true);
  });
});
