import { describe, expect, it } from 'vitest';
import { errorOf, rejectionOf } from '../../../../test/errors.ts';
import { tool } from '../../../../test/runtime.ts';
import { defineQuery } from '../artifacts/artifact-query.ts';
import { SpooledArtifact } from '../artifacts/spooled-artifact.ts';
import { createToolRegistry } from '../core/sealed-tool-registry.ts';
import { createRuntime } from '../runtime/runtime.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';
import { delegateTool } from './delegate-tool.ts';
import { limitRepeats } from './repeat-guard.ts';
import { createTurnRunner } from './turn-runner.ts';

const executor = createScriptedModel([]);
const finder = { find: () => [] };
/** Has a query of its own under a name that is taken. */
class OtherGrep extends SpooledArtifact {
  static override readonly queries = [
    defineQuery({
      name: 'artifact_grep',
      description: '',
      inputSchema: { type: 'object', properties: {} },
      run: () => '',
    }),
  ];
}

const tools = [tool('work', () => 'done')];
const loading = { ...executor, loadsFoundTools: true };

describe('createTurnRunner', () => {
  it.each([
    ['executor', undefined],
    ['executor', { executor: {}, tools }],
    ['tools', { executor }],
    ['tools', { executor, tools: 'all' }],
    ['tools[0]', { executor, tools: [{ name: 'work' }] }],
    ['overlay', { executor, tools, overlay: 'wide' }],
    ['system', { executor, tools, system: 5 }],
    ['repeats', { executor, tools, repeats: 3 }],
    ['artifactKinds', { executor, tools, artifactKinds: [{}] }],
    ['artifactKinds', { executor, tools, artifactKinds: [class {}] }],
    ['artifactKinds', { executor, tools, artifactKinds: [SpooledArtifact, OtherGrep] }],
    ['pipelines', { executor, tools, pipelines: [] }],
    ['pipelines.turnIn', { executor, tools, pipelines: { turnIn: [] } }],
    ['pipelines.turnInput', { executor, tools, pipelines: { turnInput: [1] } }],
    ['limits.maxTurns', { executor, tools, limits: { maxTurns: 1 } }],
    ['limits.maxIterations', { executor, tools, limits: { maxIterations: 0 } }],
    ['limits.maxIterations', { executor, tools, limits: { maxIterations: 1.5 } }],
    ['limits.timeoutMs', { executor, tools, limits: { timeoutMs: Number.NaN } }],
    ['discovery', { executor, tools, discovery: true }],
    ['discovery.finder', { executor, tools, discovery: {} }],
    ['discovery.finder', { executor, tools, discovery: { finder: { find: 'all' } } }],
    ['discovery.pinned', { executor, tools, discovery: { finder, pinned: 'work' } }],
    ['discovery.pinned', { executor, tools, discovery: { finder, pinned: ['work', 5] } }],
    ['discovery.limit', { executor, tools, discovery: { finder, limit: 0 } }],
    ['discovery.limit', { executor, tools, discovery: { finder, limit: 51 } }],
    ['discovery.limit', { executor, tools, discovery: { finder, limit: 2.5 } }],
    ['discovery.maxFound', { executor, tools, discovery: { finder, maxFound: 0 } }],
    ['discovery.maxFound', { executor, tools, discovery: { finder, maxFound: Number.NaN } }],
    ['discovery.form', { executor, tools, discovery: { finder, form: 'defer' } }],
    ['discovery.form', { executor, tools, discovery: { finder, form: 'load' } }],
    ['discovery.form', { executor: loading, tools, discovery: { finder, form: 'append' } }],
    ['discovery.pins', { executor, tools, discovery: { finder, pins: [] } }],
    ['runtime', { executor, tools, runtime: null }],
    ['runtime', { executor, tools, runtime: { withTools: () => undefined } }],
    ['policy', { executor, tools, policy: () => undefined }],
    ['polcy', { executor, tools, runtime: { polcy: () => undefined } }],
  ])('names the option %s when it is wrong', (option, options) => {
    expect(errorOf(() => createTurnRunner(options as never))).toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option },
    });
  });

  it.each([
    ['input', undefined, {}],
    ['input', '', {}],
    ['input', [], {}],
    ['input', 5, {}],
    ['options', 'Go.', null],
    ['messages', 'Go.', { messages: {} }],
    ['messages[0]', 'Go.', { messages: [null] }],
    [
      'messages[1]',
      'Go.',
      {
        messages: [
          { role: 'user', content: 'Hi.' },
          { role: 'assistant', text: 'Hi.' },
        ],
      },
    ],
    ['earlierCalls', 'Go.', { earlierCalls: [null] }],
    ['caller', 'Go.', { caller: {} }],
    ['limits.maxTokens', 'Go.', { limits: { maxTokens: -1 } }],
    ['earlierCalls', 'Go.', { earlierCalls: 'none' }],
    ['parentTurnId', 'Go.', { parentTurnId: '' }],
    ['onEvent', 'Go.', { onEvent: 1 }],
    ['signal', 'Go.', { signal: {} }],
    ['histroy', 'Go.', { histroy: [] }],
  ])('[L11] rejects a turn before it begins when its %s is wrong', async (option, input, options) => {
    const runner = createTurnRunner({ executor, tools });
    const wrong = { code: 'E_INVALID_OPTION', context: { option } };

    expect(await rejectionOf(runner.run(input as never, options as never))).toMatchObject(wrong);
    expect(errorOf(() => runner.stream(input as never, options as never))).toMatchObject(wrong);
    expect(executor.requests).toEqual([]);
  });

  it('takes a runtime that is shared, and lowers limits per turn but does not raise them', async () => {
    const runtime = createRuntime({ resolver: createToolRegistry([]) });
    const model = createScriptedModel(
      Array.from({ length: 4 }, () => ({ calls: [{ tool: 'work', args: {} }] })),
    );
    const runner = createTurnRunner({ executor: model, tools, runtime, limits: { maxIterations: 3 } });
    expect(runner.runtime).toBe(runtime);

    const lowered = await runner.run('Go.', { limits: { maxIterations: 1 } });
    const kept = await runner.run('Go.', { limits: { maxIterations: 30 } });
    expect([lowered, kept]).toMatchObject([
      { status: 'stopped', limit: 'iterations', iterations: 1 },
      { status: 'stopped', limit: 'iterations', iterations: 3 },
    ]);
    model.assertConsumed();
  });
});

describe('limitRepeats and delegateTool', () => {
  it('refuse numbers that are none', () => {
    const runner = createTurnRunner({ executor, tools });
    for (const max of [0, -1, Number.NaN, '3' as never]) {
      expect(errorOf(() => limitRepeats(max))).toMatchObject({ context: { option: 'max' } });
      const options = { name: 'helper', description: '', runner, maxDepth: max };
      expect(errorOf(() => delegateTool(options))).toMatchObject({ context: { option: 'maxDepth' } });
    }
  });
});
