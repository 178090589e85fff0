import { z } from 'zod';
import type { ZodDefinition } from '../definitions.ts';
import { PROMPT, type TurnMaker, type TurnScript } from './turn-script.ts';

interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: unknown;
}

interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface WireResult {
  readonly id: string;
  readonly isError: boolean;
  readonly content: string;
}

type Message =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly WireCall[] }
  | { readonly role: 'tool'; readonly results: readonly WireResult[] };

type Answer = Extract<Message, { readonly role: 'assistant' }>;

interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly WireTool[];
}

interface Toolbox {
  readonly byName: Map<string, ZodDefinition>;
  readonly list: readonly WireTool[];
}

/** The least that a careful person writes whose turns may have tools of their own: a Map, a list, and a loop. */
export const createTurn: TurnMaker = (script) => {
  const prebuilt = script.definitions.map((tool) => ({ tool, wire: toWireTool(tool) }));
  return createLoop(script, () => {
    const byName: Toolbox['byName'] = new Map();
    const list: WireTool[] = [];
    for (const { tool, wire } of prebuilt) {
      byName.set(tool.name, tool);
      list.push(wire);
    }
    return { byName, list };
  });
};

/** The same for turns that all have the same tools, so that the Map and the list are made once. */
export const createFixedTurn: TurnMaker = (script) => {
  const { definitions } = script;
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const list = definitions.map(toWireTool);
  return createLoop(script, () => ({ byName, list }));
};

/** A loop that no call can break. */
function createLoop(script: TurnScript, openTools: () => Toolbox): () => Promise<string> {
  const answers = toAnswers(script);
  let asked = 0;
  const askModel = async (_request: ModelRequest): Promise<Answer> => {
    const next = answers[asked];
    if (next === undefined) throw new Error('The model was asked too often.');
    asked += 1;
    return next;
  };
  return async () => {
    asked = 0;
    const { byName, list } = openTools();
    const messages: Message[] = [{ role: 'user', content: PROMPT }];
    for (let step = 0; step < script.maxSteps; step++) {
      const message = await askModel({ messages, tools: list });
      messages.push(message);
      if (message.calls.length === 0) return message.text;
      const results = await Promise.all(message.calls.map((call) => runCall(byName, call)));
      messages.push({ role: 'tool', results });
    }
    throw new Error('The turn takes too many steps.');
  };
}

async function runCall(byName: ReadonlyMap<string, ZodDefinition>, call: WireCall): Promise<WireResult> {
  const { id, name } = call;
  const tool = byName.get(name);
  if (tool === undefined) return { id, isError: true, content: `There is no tool called ${name}.` };
  try {
    const args = tool.zod.parse(JSON.parse(call.arguments));
    return { id, isError: false, content: await tool.handler(args) };
  } catch (error) {
    return { id, isError: true, content: String(error) };
  }
}

function toWireTool({ name, description, zod }: ZodDefinition): WireTool {
  return { name, description, input_schema: z.toJSONSchema(zod) };
}

function toAnswers({ steps, answer }: TurnScript): Answer[] {
  return [
    ...steps.map(
      (calls): Answer => ({
        role: 'assistant',
        text: '',
        calls: calls.map(({ id, tool, json }) => ({ id, name: tool, arguments: json })),
      }),
    ),
    { role: 'assistant', text: answer, calls: [] },
  ];
}
