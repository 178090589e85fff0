import type { Loopback } from '../providers/loopback.ts';
import { type ChatCall, startChatServer } from '../providers/openai-chat-server.ts';

/** A model that makes calls, and is done in the step after them. */
export function playCalls(...calls: readonly ChatCall[]): Promise<Loopback> {
  return startChatServer([{ calls }, { text: 'Done.' }]);
}

/** The results in the last request, by the ids of their calls. */
export function lastResults<Content = string>({ requests }: Loopback): Record<string, Content> {
  const messages: { role: string; tool_call_id: string; content: Content }[] = requests.at(-1)?.body.messages;
  const results = messages.filter(({ role }) => role === 'tool');
  return Object.fromEntries(results.map(({ tool_call_id, content }) => [tool_call_id, content]));
}
