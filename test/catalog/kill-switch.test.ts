import { describe, expect, it, vi } from 'vitest';
import {
  type CatalogStore,
  memoryStore,
  openCatalog,
  type ToolCatalog,
} from '../../packages/toolcrib/src/catalog/index.ts';
import type { CatalogSeal } from '../../packages/toolcrib/src/catalog/seal/catalog-seal.ts';
import { sealCatalog } from '../../packages/toolcrib/src/catalog/seal-catalog.ts';
import { ask, createRuntime } from '../../packages/toolcrib/src/runtime/index.ts';
import { createScriptedModel } from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner } from '../../packages/toolcrib/src/turns/index.ts';

const PATIENCE = { timeout: 60_000, interval: 5 };
const spec = {
  name: 'refund',
  version: '1.0.0',
  inputSchema: { type: 'object' },
  outputSchema: {},
  authority: { effect: 'write' },
} as const;

/** An agent that has sealed its catalogue, and the catalogue of an operator on the same store. */
async function start(): Promise<{ seal: CatalogSeal; agent: ToolCatalog; operator: ToolCatalog }> {
  const store: CatalogStore = memoryStore();
  const [agent, operator] = [await openCatalog(store), await openCatalog(store)];
  await operator.register(spec);
  const seal = await sealCatalog(agent, { refund: () => 'paid' }, { consumer: 'agent' });
  return { seal, agent, operator };
}

describe('a tool that is switched off in the catalogue', () => {
  it('is gone for the next call of a runtime that runs, and back when it is released', async () => {
    const { seal, agent, operator } = await start();
    const runtime = createRuntime({ resolver: seal });
    const call = async () => {
      await agent.refresh();
      return (await runtime.call({ tool: 'refund', args: {} })).status;
    };

    expect(await call()).toBe('ok');
    await operator.quarantine('refund', { reason: 'It pays twice.' });
    expect(await call()).toBe('unknown_tool');
    await operator.register({ ...spec, version: '1.0.1' });
    expect(await call()).toBe('unknown_tool');
    await operator.release('refund');
    expect(await call()).toBe('ok');
  });

  it('is gone for the next turn of a runner that runs, and is not shown to the model', async () => {
    const { seal, agent, operator } = await start();
    const propose = { calls: [{ tool: 'refund', args: {} }] };
    using model = createScriptedModel([propose, 'Done.', propose, 'I cannot.', propose, 'Done again.']);
    const runner = createTurnRunner({ executor: model, tools: seal });
    const turn = async () => {
      await agent.refresh();
      return (await runner.run('Pay it back.')).records.map(({ status }) => status);
    };

    expect(await turn()).toEqual(['ok']);
    await operator.setEnabled('refund', false);
    expect(await turn()).toEqual(['unknown_tool']);
    await operator.setEnabled('refund', true);
    expect(await turn()).toEqual(['ok']);
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0, 0, 1, 1]);
  });

  it('is refused in a turn that is going on', async () => {
    const { seal, agent, operator } = await start();
    const propose = { calls: [{ tool: 'refund', args: {} }] };
    const stop = async () => {
      await operator.quarantine('refund', { reason: 'It pays twice.' });
      await agent.refresh();
      return propose;
    };
    using model = createScriptedModel([propose, stop, 'I cannot.']);

    const { records } = await createTurnRunner({ executor: model, tools: seal }).run('Pay it back twice.');

    expect(records.map(({ status }) => status)).toEqual(['ok', 'unknown_tool']);
  });

  it('is gone for the runtime of a runner, whatever its last turn had', async () => {
    const { seal, agent, operator } = await start();
    using model = createScriptedModel(['Hello.']);
    const runner = createTurnRunner({ executor: model, tools: seal });
    await runner.run('Hello.');

    await operator.setEnabled('refund', false);
    await agent.refresh();

    expect((await runner.runtime.call({ tool: 'refund', args: {} })).status).toBe('unknown_tool');
    expect(await runner.runtime.describe()).toEqual([]);
  });

  it('is not run by an approval that was waited for', async () => {
    const { seal, agent, operator } = await start();
    const runtime = createRuntime({ resolver: seal, policy: () => ask('it costs money') });
    const call = runtime.call({ tool: 'refund', args: {} });
    const gate = await vi.waitFor(async () => {
      const [first] = await runtime.gates.list();
      if (first === undefined) throw new Error('There is no gate yet.');
      return first;
    }, PATIENCE);

    await operator.quarantine('refund', { reason: 'It pays twice.' });
    await agent.refresh();
    await runtime.gates.settle(gate, { decision: 'approve', approver: 'ann' });

    expect(await call).toMatchObject({ status: 'unknown_tool', sideEffect: 'none' });
  });
});
