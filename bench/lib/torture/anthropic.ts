import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import type { TortureSubject, TortureTool } from 'toolcrib/testing';
import { play, type Script } from './script.ts';

type ToolOptions = Parameters<typeof betaTool>[0];

/** The part of a request that the scripted model reads. */
interface MessagesRequest {
  readonly tools: readonly { readonly name: string }[];
  readonly messages: readonly { readonly content: string | readonly ResultBlock[] }[];
}

interface ResultBlock {
  readonly type: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

/** The tool runner of the client, against a server of our own on this machine. */
export const subject: TortureSubject = {
  name: 'Anthropic',
  async run(scenario) {
    if (scenario.tools.some(({ outputSchema }) => outputSchema !== undefined)) {
      return { kind: 'unsupported', message: 'A tool has no output schema.' };
    }
    return play(scenario, async (script) => {
      const baseURL = await startModel(script);
      const client = new Anthropic({ apiKey: 'none', baseURL });
      await client.beta.messages.toolRunner({
        model: 'scripted',
        max_tokens: 1_000,
        messages: [{ role: 'user', content: 'Go.' }],
        tools: scenario.tools.map(toTool),
      });
    });
  },
};

function toTool({ name, description, inputSchema, handler }: TortureTool) {
  return betaTool({
    name,
    description,
    inputSchema: inputSchema as ToolOptions['inputSchema'],
    // Text or blocks by its type, which a handler in plain JavaScript is free to ignore.
    run: async (args) => (await handler(args)) as string,
  });
}

/** The address of a server that plays the model. It ends with the process. */
async function startModel(script: Script): Promise<string> {
  const server = createServer(async (request, response) => {
    const { tools, messages } = await readRequest(request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(script, tools, messages)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function readRequest(request: IncomingMessage): Promise<MessagesRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function answer(
  script: Script,
  tools: MessagesRequest['tools'],
  messages: MessagesRequest['messages'],
): unknown {
  const results = messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'tool_result');
  const base = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    usage: {},
    stop_sequence: null,
  };
  const [result] = results;
  if (result === undefined) {
    const { name, args } = script.offer(tools.map((each) => each.name));
    const call = { type: 'tool_use', id: 'toolu_1', name, input: args };
    return { ...base, stop_reason: 'tool_use', content: [call] };
  }
  script.tell(result.is_error === true, result.content ?? '');
  return { ...base, stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] };
}
