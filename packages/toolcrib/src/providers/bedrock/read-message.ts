import type { AssistantMessage } from '../../runtime/model/model-message.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import type { BedrockResponse } from './bedrock-types.ts';
import { keepBlocks } from './native-blocks.ts';
import { readCalls } from './read-calls.ts';
import { readOutput, readText } from './read-output.ts';

/**
 * What a model on Bedrock said, to be appended to the conversation. Its blocks are kept as `native`, signed
 * thoughts included, because models want them back. Never throws.
 */
export function readMessage(response: BedrockResponse, codec: ToolCodec): AssistantMessage {
  const { blocks } = readOutput(response);
  const content = keepBlocks(blocks);
  return {
    role: 'assistant',
    text: readText(blocks),
    calls: readCalls(response, codec),
    ...(content.length > 0 && { native: { provider: 'bedrock', content } }),
  };
}
