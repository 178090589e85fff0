import type { ModelMessage, ToolMessage, UserMessage } from '../../runtime/model/model-message.ts';
import { withLegalCallIds } from '../call-ids.ts';
import { completeHistory } from '../complete-history.ts';
import type { MediaReader } from '../media-reader.ts';
import { type MessageOptions, readMediaReader } from '../message-options.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import type { ToolLoading } from '../plan-loading.ts';
import { NO_BEGINNING, NO_TEXT } from '../stand-ins.ts';
import { userParts } from '../user-parts.ts';
import type {
  AnthropicBlock,
  AnthropicMessage,
  AnthropicTool,
  AnthropicToolResult,
} from './anthropic-types.ts';
import { renderAnswer } from './render-answer.ts';
import { renderParts, toText } from './render-parts.ts';
import { renderResult } from './render-results.ts';

/**
 * A conversation as the `messages` of a request. Whatever it is like, the API accepts it: each call has its
 * result right after it, ids and names are legal, roles alternate, and nothing is empty. What this provider
 * said itself is repeated as it came, with its signed thoughts. The same conversation gives the same bytes,
 * and a longer one begins with them.
 */
export async function renderMessages(
  messages: readonly ModelMessage[],
  codec: ToolCodec,
  options: MessageOptions = {},
): Promise<AnthropicMessage[]> {
  const readMedia = readMediaReader(options);
  return renderHistory(withLegalCallIds(completeHistory(messages)), codec, { readMedia });
}

/** What the messages of a request are rendered with. */
interface HistoryOptions {
  readonly readMedia: MediaReader;
  readonly loading?: ToolLoading<AnthropicTool> | undefined;
}

/** The same for a conversation that is complete and has legal ids. */
export async function renderHistory(
  history: readonly ModelMessage[],
  codec: ToolCodec,
  options: HistoryOptions,
): Promise<AnthropicMessage[]> {
  const rendered = await Promise.all(history.map((message) => renderMessage(message, codec, options)));
  return mergeRoles(rendered);
}

async function renderMessage(
  message: ModelMessage,
  codec: ToolCodec,
  { readMedia, loading }: HistoryOptions,
): Promise<AnthropicMessage> {
  switch (message.role) {
    case 'assistant':
      return { role: 'assistant', content: renderAnswer(message, codec) };
    case 'tool':
      return { role: 'user', content: await renderToolMessage(message, readMedia, loading) };
    case 'user':
      return { role: 'user', content: await renderUser(message, readMedia) };
  }
}

/** Results; that of a search refers to what it found, which is then shown in its place. */
function renderToolMessage(
  { results }: ToolMessage,
  readMedia: MediaReader,
  loading: HistoryOptions['loading'],
): Promise<AnthropicToolResult[]> {
  return Promise.all(
    results.map((result) => {
      const { providerCallId } = result;
      const found = loading?.searches.get(providerCallId) ?? [];
      if (found.length === 0) return renderResult(result, readMedia);
      // References and nothing else: whether the API takes text beside them is not published.
      const content = found.map(({ wireName }) => ({ type: 'tool_reference' as const, tool_name: wireName }));
      return { type: 'tool_result' as const, tool_use_id: providerCallId, content };
    }),
  );
}

/** Never empty, so that a conversation that ends with the user still does. */
async function renderUser(message: UserMessage, readMedia: MediaReader): Promise<AnthropicBlock[]> {
  const content = await renderParts(userParts(message), readMedia);
  return content.length > 0 ? content : [toText(NO_TEXT)];
}

/** Messages of the same side become one, and those with nothing in them go. The first one is the user's. */
function mergeRoles(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const merged: { role: AnthropicMessage['role']; content: AnthropicBlock[] }[] = [];
  for (const { role, content } of messages) {
    if (content.length === 0) continue;
    if (merged.length === 0 && role === 'assistant') {
      merged.push({ role: 'user', content: [toText(NO_BEGINNING)] });
    }
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content: [...content] });
  }
  return merged;
}
