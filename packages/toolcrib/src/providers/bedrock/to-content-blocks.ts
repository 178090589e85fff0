import type { ModelPart } from '../../runtime/render/render-for-model.ts';
import type { BedrockMediaBlock, BedrockTextBlock } from './bedrock-types.ts';
import { type MediaBlockOptions, toMediaBlock } from './to-media-block.ts';

/** Content that Bedrock takes: at least one block, no text that is blank, and no document without a text. */
export async function toContentBlocks(
  parts: readonly ModelPart[],
  options: MediaBlockOptions,
): Promise<(BedrockTextBlock | BedrockMediaBlock)[]> {
  const blocks: (BedrockTextBlock | BedrockMediaBlock)[] = [];
  for (const part of parts) {
    const shown = part.type === 'text' ? part.text : await toMediaBlock(part.media, options);
    if (typeof shown !== 'string') blocks.push(shown);
    else if (shown.trim() !== '') blocks.push({ text: shown.toWellFormed() });
  }
  if (blocks.length === 0) return [{ text: 'There is no text.' }];
  const needsText = blocks.some((block) => 'document' in block) && !blocks.some((block) => 'text' in block);
  return needsText ? [{ text: 'A document follows.' }, ...blocks] : blocks;
}
