import type { AssistantMessage, ModelMessage, UserMessage } from '../../runtime/model/model-message.ts';
import { withLegalCallIds } from '../call-ids.ts';
import { completeHistory } from '../complete-history.ts';
import type { MediaReader } from '../media-reader.ts';
import { readMediaReader } from '../message-options.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { replayArguments } from '../replay-arguments.ts';
import { NO_BEGINNING } from '../stand-ins.ts';
import { userParts } from '../user-parts.ts';
import type {
  BedrockContentBlock,
  BedrockJson,
  BedrockMessage,
  BedrockMessageOptions,
} from './bedrock-types.ts';
import { replayBlocks } from './native-blocks.ts';
import { createDocumentNamer, messageNames, renderResults } from './render-results.ts';
import { toContentBlocks } from './to-content-blocks.ts';

/**
 * A conversation as Bedrock takes it, for `messages`. It may have come from another provider, be cut off, or have
 * calls of tools that are gone. What is appended to the conversation later changes nothing before it.
 */
export async function renderMessages(
  messages: readonly ModelMessage[],
  codec: ToolCodec,
  options: BedrockMessageOptions = {},
): Promise<BedrockMessage[]> {
  const readMedia = readMediaReader(options, messageNames);
  const rendered: BedrockMessage[] = [];
  for (const [index, message] of withLegalCallIds(completeHistory(messages)).entries()) {
    switch (message.role) {
      case 'user':
        append(rendered, { role: 'user', content: await renderUser(message, readMedia, index) });
        break;
      case 'assistant':
        if (rendered.length === 0) append(rendered, { role: 'user', content: [{ text: NO_BEGINNING }] });
        append(rendered, { role: 'assistant', content: renderAssistant(message, codec) });
        break;
      case 'tool':
        append(rendered, {
          role: 'user',
          content: await renderResults(message, codec, { ...options, readMedia }),
        });
    }
  }
  return rendered;
}

function renderUser(
  message: UserMessage,
  readMedia: MediaReader,
  index: number,
): Promise<BedrockContentBlock[]> {
  const nameDocument = createDocumentNamer(`message ${index}`);
  return toContentBlocks(userParts(message), { readMedia, nameDocument });
}

/** What a model said: in its own blocks if they are known, and rebuilt otherwise. */
function renderAssistant(message: AssistantMessage, codec: ToolCodec): BedrockContentBlock[] {
  const native = replayBlocks(message, codec);
  if (native !== undefined) return native;
  const { text, calls } = message;
  const blocks: BedrockContentBlock[] = text.trim() === '' ? [] : [{ text: text.toWellFormed() }];
  for (const call of calls) {
    // The SDK only reads it, whatever its types say.
    const input = replayArguments(call, codec) as BedrockJson;
    blocks.push({ toolUse: { toolUseId: call.providerCallId, name: codec.toWireName(call.tool), input } });
  }
  return blocks;
}

/** Bedrock wants the roles to alternate, so what one side says in a row becomes one message. */
function append(messages: BedrockMessage[], message: BedrockMessage): void {
  if (message.content.length === 0) return;
  const last = messages.at(-1);
  if (last?.role === message.role) last.content.push(...message.content);
  else messages.push(message);
}
