import { sha256Hex } from '#hash';
import type { ToolMessage } from '../../runtime/model/model-message.ts';
import { tellInWords } from '../leave-out-media.ts';
import { readMediaReader } from '../message-options.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import type { BedrockMessageOptions, BedrockToolResult } from './bedrock-types.ts';
import { toContentBlocks } from './to-content-blocks.ts';

/**
 * The results of calls, as the content of one message with the role `user`, in the order of the calls. Ids are
 * those that Bedrock gave to the calls. Media are sent as bytes; models other than Claude and Nova may take text
 * only.
 */
export function renderResults(
  message: ToolMessage,
  _codec: ToolCodec,
  options: BedrockMessageOptions = {},
): Promise<BedrockToolResult[]> {
  const readMedia = readMediaReader(options, messageNames);
  const { sendStatus = true } = options;
  return Promise.all(
    message.results.map(async ({ providerCallId: toolUseId, rendering: { isError, parts } }) => {
      // Claude refuses an error that has anything but text.
      const content = await toContentBlocks(isError ? tellInWords(parts) : parts, {
        readMedia,
        nameDocument: createDocumentNamer(toolUseId),
      });
      const status = isError ? 'error' : 'success';
      return { toolResult: { toolUseId, content, ...(sendStatus && { status }) } };
    }),
  );
}

/** The options that are this provider's own. */
export const messageNames = ['sendStatus'] as const satisfies (keyof BedrockMessageOptions)[];

/** Names that no other place of a conversation gives, and that a model cannot take for instructions. */
export function createDocumentNamer(place: string): () => string {
  let count = 0;
  return () => `document-${sha256Hex(place).slice(0, 10)}-${++count}`;
}
