import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { describe, expect, it } from 'vitest';
import { toMastraTools } from '../../packages/toolcrib/src/adapters/mastra/index.ts';
import { describeTorture, runTorture } from '../../packages/toolcrib/src/testing/torture/torture-suite.ts';
import { adapterSubject } from './torture-subject.ts';

type ModelOption = ConstructorParameters<typeof Agent>[0]['model'];

const subject = adapterSubject('Mastra with Toolcrib', async ({ runtime, onRecord, baseURL }) => {
  const agent = new Agent({
    id: 'helper',
    name: 'Helper',
    instructions: 'Help.',
    // One of the AI SDK's, whose type differs from the option's where something may be undefined.
    model: createOpenAI({ baseURL, apiKey: 'none' }).chat('scripted') as ModelOption,
    tools: await toMastraTools(runtime, { onRecord }),
    maxRetries: 0,
  });
  return agent.generate('Go.', { maxSteps: 3 });
});

describeTorture(subject, { describe, it });

describe(subject.name, () => {
  it('[L4, L8] passes all eight, each for its reason', async () => {
    const rows = await runTorture(subject);

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
