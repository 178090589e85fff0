import { describe, expect, it } from 'vitest';
import {
  createFakeClock,
  createScriptedModel,
  describeTorture,
  runTorture,
  type TortureSubject,
} from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner, type TurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { toTool } from '../adapters/torture-subject.ts';

/** A runner without any option. */
const turns: TortureSubject = {
  name: 'Toolcrib turns',
  run: async ({ tools, call, patienceMs }) => {
    const clock = createFakeClock();
    const executor = createScriptedModel([{ calls: [call] }, 'Done.']);
    let runner: TurnRunner;
    try {
      runner = createTurnRunner({ executor, tools: tools.map(toTool), runtime: { clock } });
    } catch (error) {
      return { kind: 'refused', message: String(error) };
    }
    const running = runner.run('Go.');
    await clock.advance(patienceMs);
    const { status, messages } = await running;
    const results = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
    if (status !== 'done') return { kind: 'crashed', message: status };
    return {
      kind: 'answered',
      isError: results.some(({ rendering }) => rendering.isError),
      toModel: JSON.stringify(results),
      offeredNames: executor.requests[0]?.tools.map(({ name }) => name) ?? [],
    };
  },
};

describeTorture(turns, { describe, it });

describe('a runner without any option', () => {
  it('[L4, L8] passes all eight torture tests, each for its reason', async () => {
    const rows = await runTorture(turns);

    expect(rows.map(({ id, finding }) => [id, finding])).toEqual([
      [1, 'time-out'],
      [2, 'error'],
      [3, 'rejected'],
      [4, 'refused'],
      [5, 'redacted'],
      [6, 'refused'],
      [7, 'bounded'],
      [8, 'error'],
    ]);
  });
});
