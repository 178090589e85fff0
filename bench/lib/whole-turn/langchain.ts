import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { createAgent, tool } from 'langchain';
import { PROMPT, type ScriptedCall, type TurnMaker, type TurnScript } from './turn-script.ts';

export const createTurn: TurnMaker = (script) => {
  const model = new ScriptedChatModel(script);
  const agent = createAgent({
    model,
    tools: script.definitions.map(({ name, description, zod, handler }) =>
      tool(async (args: unknown) => handler(args), { name, description, schema: zod }),
    ),
  });
  // A step of ours is two of theirs, the model and the tools; the agent itself begins and ends with more.
  const recursionLimit = script.maxSteps * 2 + 10;
  return async () => {
    model.script.asked = 0;
    const messages = [{ role: 'user', content: PROMPT }];
    const result = await agent.invoke({ messages }, { recursionLimit });
    return result.messages.at(-1)?.text ?? '';
  };
};

interface CallOptions extends BaseChatModelCallOptions {
  readonly tools?: unknown;
}

class ScriptedChatModel extends BaseChatModel<CallOptions> {
  readonly script: Pick<TurnScript, 'steps' | 'answer'> & { asked: number };

  constructor({ steps, answer }: TurnScript) {
    super({});
    this.script = { steps, answer, asked: 0 };
  }

  override _llmType(): string {
    return 'scripted';
  }

  /** As chat models do it, which are asked to in every step. */
  override bindTools(tools: BindToolsInput[], options: Partial<CallOptions> = {}) {
    const converted = tools.map((each) =>
      convertToOpenAITool(each as Parameters<typeof convertToOpenAITool>[0]),
    );
    return this.withConfig({ ...options, tools: converted });
  }

  override async _generate(): Promise<ChatResult> {
    const { steps, answer, asked } = this.script;
    this.script.asked += 1;
    if (asked > steps.length) throw new Error('The model was asked too often.');
    // A message of its own each time, as the agent writes into it.
    const message = new AIMessage({ content: '', tool_calls: (steps[asked] ?? []).map(toToolCall) });
    if (asked === steps.length) message.content = answer;
    return { generations: [{ text: '', message }] };
  }
}

function toToolCall({ id, tool: name, args }: ScriptedCall) {
  return { type: 'tool_call' as const, id, name, args: { ...args } };
}
