import { createToolRegistry, defineTool } from 'toolcrib';
import { ask, createRuntime } from 'toolcrib/runtime';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { logEvent, logException } from './log-calls.ts';

const ann = 'token:https://login.example.com/#ann';
const bob = 'token:https://login.example.com/#bob';

it('names the caller and the approver of a failed call who have come with tokens', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(JSON.parse(line)) });
  const broken = defineTool({
    ...{ name: 'broken', description: 'Breaks.', inputSchema: { type: 'object', properties: {} } },
    handler: () => {
      throw new Error('It broke.');
    },
  });
  const runtime = createRuntime({
    resolver: createToolRegistry([broken]),
    policy: () => ask('It may break.'),
    onFault: (_, record) => record && logException(log, record),
  });
  const opened = Promise.withResolvers<void>();
  runtime.subscribe((event, record) => {
    logEvent(log, event, record);
    if (event.type === 'gate-open') opened.resolve();
  });

  const call = runtime.call({ tool: 'broken', args: {}, caller: { id: ann } });
  await opened.promise;
  for (const gate of await runtime.gates.list())
    await runtime.gates.settle(gate, { decision: 'approve', approver: bob });
  await call;

  expect(lines.find(({ message }) => message === 'a call failed')).toMatchObject({ callerId: ann });
  expect(lines.find(({ message }) => message === 'gate-settled')).toMatchObject({
    callerId: ann,
    approver: bob,
  });
});
