import type { UserMessage } from '../runtime/model/model-message.ts';
import type { ModelPart } from '../runtime/render/render-for-model.ts';

/** What a person said, in parts. */
export function userParts({ content }: UserMessage): readonly ModelPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
