import { describe, expect, it } from 'vitest';
import { tool } from '../../../../../test/runtime.ts';
import { approve, hang, startWorld } from '../../../../../test/world.ts';
import { createToolRegistry } from '../../core/sealed-tool-registry.ts';
import type { Tool } from '../../core/tool.ts';
import type { OpenGate } from '../gates/gates.ts';
import { allow, ask, deny } from '../policy/policy.ts';

const toolsOf =
  (...tools: readonly Tool[]) =>
  () => ({ resolver: createToolRegistry(tools) });

const policy = () => ask('money');

/** A process that waits at a gate for a call of `pay` is killed, and the gate settled by the next one. */
async function startSettled(pay: Tool, decision: 'approve' | 'reject' = 'approve') {
  const world = startWorld();
  await world.killDuring([pay], { tool: 'pay', args: {}, origin: 'desk 4' }, { policy });
  const second = world.start([], { policy: () => allow() });
  const [gate] = (await second.runtime.gates.list()) as [OpenGate];
  await second.runtime.gates.settle(gate, { ...approve, decision });
  return { world, ...second, id: gate.invocationId, gate };
}

describe('recovery of calls of other tools', () => {
  it('goes on with a call at a gate with the tools that belong to it', async () => {
    let runs = 0;
    const pay = tool('pay', () => String(++runs));
    const { runtime, id } = await startSettled(pay);
    const asked: string[] = [];

    const report = await runtime.recover({
      toolsOf: async (entry) => {
        asked.push(entry.invocationId, entry.origin ?? '');
        return toolsOf(pay)();
      },
    });

    expect(report.waiting).toEqual([id]);
    expect(await runtime.wait(id)).toMatchObject({ status: 'ok', result: { text: '1' } });
    expect([asked, runs]).toEqual([[id, 'desk 4'], 1]);
  });

  it('never runs a call that was rejected, though nobody would be asked any more', async () => {
    let runs = 0;
    const pay = tool('pay', () => String(++runs));
    const { runtime, id } = await startSettled(pay, 'reject');

    await runtime.recover({ toolsOf: toolsOf(pay) });

    expect(await runtime.wait(id)).toMatchObject({ status: 'denied', gates: [{ status: 'rejected' }] });
    expect(runs).toBe(0);
  });

  it('asks the guard that belongs to the tools', async () => {
    const pay = tool('pay', () => 'paid');
    const { runtime, id } = await startSettled(pay);

    await runtime.recover({ toolsOf: () => ({ ...toolsOf(pay)(), guard: () => deny('it is closed') }) });

    expect(await runtime.wait(id)).toMatchObject({ status: 'denied' });
  });

  it('refuses a call whose tool is another one there', async () => {
    const { runtime, id } = await startSettled(tool('pay', () => 'paid'));
    const other = tool('pay', () => 'robbed', { description: 'Robs.' });

    await runtime.recover({ toolsOf: toolsOf(other) });

    expect(await runtime.wait(id)).toMatchObject({ status: 'denied', problem: { code: 'E_TOOL_CHANGED' } });
  });

  it('leaves a call to others whose tools it does not know, until the time of its gate is over', async () => {
    const pay = tool('pay', () => 'paid');
    const { world, runtime, id, gate, faults } = await startSettled(pay);
    const broken = () => {
      throw new Error('no catalogue');
    };

    const first = await runtime.recover({ toolsOf: () => undefined });
    const second = await runtime.recover({ toolsOf: broken });
    const left = world.ledger.get(id);
    await world.clock.advance(gate.expiresAt - world.clock.now() + 10_000);
    const last = await runtime.recover({ toolsOf: () => undefined });

    expect([first.waiting, second.waiting, last.waiting]).toEqual([[], [], [id]]);
    expect(left).toMatchObject({ state: 'waiting' });
    expect(faults.map(String)).toEqual(['Error: no catalogue']);
    expect(await runtime.wait(id)).toMatchObject({ problem: { code: 'E_TOOL_NOT_FOUND' } });
  });

  it('asks the tool of a call that a crash interrupted, and keeps what taking it back needs', async () => {
    const pay = tool('pay', hang, {
      verify: () => ({ done: true, result: 'paid' }),
      revert: () => undefined,
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: { much: 5 } });
    const { runtime } = world.start([]);

    const report = await runtime.recover({ toolsOf: toolsOf(pay) });

    const [id = ''] = report.verified;
    expect(await runtime.wait(id)).toMatchObject({ status: 'ok', result: { text: 'paid' } });
    expect(world.ledger.get(id)).toMatchObject({ args: { much: 5 } });
  });

  it('leaves an interrupted call of tools that it does not know unknown', async () => {
    const world = startWorld();
    await world.killDuring([tool('pay', hang)], { tool: 'pay', args: {} });
    const { runtime } = world.start([]);

    const report = await runtime.recover({ toolsOf: () => undefined });

    expect(report.unknown).toHaveLength(1);
  });
});
