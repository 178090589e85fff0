import { createOpenAI } from '@ai-sdk/openai';
import { Agent, OpenAIChatCompletionsModel, Runner } from '@openai/agents';
import { generateText, isStepCount } from 'ai';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { toAiSdkTools } from '../../packages/toolcrib/src/adapters/ai-sdk/index.ts';
import { toAgentsTools } from '../../packages/toolcrib/src/adapters/openai-agents/index.ts';
import { describeTorture, runTorture } from '../../packages/toolcrib/src/testing/torture/torture-suite.ts';
import { adapterSubject } from './torture-subject.ts';

const aiSdk = adapterSubject('AI SDK with Toolcrib', async ({ runtime, onRecord, baseURL }) =>
  generateText({
    model: createOpenAI({ baseURL, apiKey: 'none' }).chat('scripted'),
    tools: await toAiSdkTools(runtime, { onRecord }),
    stopWhen: isStepCount(3),
    maxRetries: 0,
    prompt: 'Go.',
  }),
);

const agents = adapterSubject('OpenAI Agents SDK with Toolcrib', async ({ runtime, onRecord, baseURL }) => {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  const agent = new Agent({
    name: 'clerk',
    model: new OpenAIChatCompletionsModel(client, 'scripted'),
    tools: await toAgentsTools(runtime, { onRecord }),
  });
  return new Runner({ tracingDisabled: true }).run(agent, 'Go.');
});

describeTorture(aiSdk, { describe, it });
describeTorture(agents, { describe, it });

describe.each([aiSdk, agents])('$name', (subject) => {
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
