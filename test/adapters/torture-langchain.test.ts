import { ChatOpenAI } from '@langchain/openai';
import { createAgent, ToolMessage, tool } from 'langchain';
import { describe, expect, it } from 'vitest';
import { toLangChainTools } from '../../packages/toolcrib/src/adapters/langchain/index.ts';
import { describeTorture, runTorture } from '../../packages/toolcrib/src/testing/torture/torture-suite.ts';
import { adapterSubject } from './torture-subject.ts';

const subject = adapterSubject('LangChain with Toolcrib', async ({ runtime, onRecord, baseURL }) => {
  const configuration = { baseURL };
  const model = new ChatOpenAI({ model: 'scripted', apiKey: 'none', maxRetries: 0, configuration });
  const agent = createAgent({
    model,
    tools: await toLangChainTools(runtime, { tool, ToolMessage, onRecord }),
  });
  return agent.invoke({ messages: [{ role: 'user', content: 'Go.' }] });
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
