import { ask } from 'toolcrib/runtime';
import { expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../test/runtime.ts';
import { createLog } from './log.ts';
import { logEvent, logException } from './log-calls.ts';

const ann = 'token:https://login.example.com/#ann';
const bob = 'token:https://login.example.com/#bob';

it('names the caller and the approver of a failed call who have come with tokens', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(JSON.parse(line)) });
  const broken = tool('broken', () => {
    throw new Error('It broke.');
  });
  const { runtime, clock } = startRuntime([broken], {
    policy: () => ask('It may break.'),
    onFault: (_, record) => record && logException(log, record),
  });
  runtime.subscribe((event, record) => logEvent(log, event, record));

  const call = runtime.call({ tool: 'broken', args: {}, caller: { id: ann } });
  await clock.advance(0);
  const [gate] = await runtime.gates.list();
  if (gate === undefined) throw new Error('It should wait.');
  await runtime.gates.settle(gate, { decision: 'approve', approver: bob });
  await call;

  expect(lines.find(({ message }) => message === 'a call failed')).toMatchObject({ callerId: ann });
  expect(lines.find(({ message }) => message === 'gate-settled')).toMatchObject({
    callerId: ann,
    approver: bob,
  });
});
