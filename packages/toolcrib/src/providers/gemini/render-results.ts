import type { RenderedResult, ToolMessage } from '../../runtime/model/model-message.ts';
import type { ModelPart } from '../../runtime/render/render-for-model.ts';
import { leaveOutMedia } from '../leave-out-media.ts';
import type { MediaReader } from '../media-reader.ts';
import { readMediaReader } from '../message-options.ts';
import type { ToolCodec } from '../plan/tool-codec.ts';
import { isOwnCallId } from '../to-model-calls.ts';
import type {
  GeminiBlob,
  GeminiFunctionCall,
  GeminiFunctionResponse,
  GeminiMessageOptions,
  GeminiPart,
} from './gemini-types.ts';
import { toBlob } from './to-blob.ts';

/**
 * The results of calls, as the parts of one message with the role `user`, in the order of the calls. A result
 * has the id of its call where Gemini gave one.
 */
export function renderResults(
  { results }: ToolMessage,
  codec: ToolCodec,
  options: GeminiMessageOptions = {},
): Promise<GeminiPart[]> {
  const readMedia = readMediaReader(options, messageNames);
  const hasId = (id: string) => options.family !== 'gemini-2' && !isOwnCallId(id);
  const calls = results.map(({ providerCallId: id, tool }) => ({
    ...(hasId(id) && { id }),
    name: codec.toWireName(tool),
  }));
  return renderResponses(results, calls, { ...options, readMedia });
}

/** The options that are this provider's own. */
export const messageNames = ['family'] as const satisfies (keyof GeminiMessageOptions)[];

/** How results are rendered, with the reader that is used. */
export type ResponseOptions = GeminiMessageOptions & { readonly readMedia: MediaReader };

/** The same, under the names and ids that the calls were told with, in their order. */
export async function renderResponses(
  results: readonly RenderedResult[],
  calls: readonly Pick<GeminiFunctionCall, 'id' | 'name'>[],
  { readMedia, family }: ResponseOptions,
): Promise<GeminiPart[]> {
  return Promise.all(
    calls.map(async ({ id, name }, at): Promise<GeminiPart> => {
      const { isError = false, parts = [] } = results[at]?.rendering ?? {};
      const shown = await Promise.all(parts.map(showPart));
      const blobs = shown.filter((part) => typeof part !== 'string');
      const texts = shown.filter((part) => typeof part === 'string');
      const text = texts.join('\n').toWellFormed() || nameBlobs(blobs);
      const functionResponse: GeminiFunctionResponse = {
        ...(id !== undefined && { id }),
        name,
        response: isError ? { error: text } : { output: text },
        ...(blobs.length > 0 && { parts: blobs.map((inlineData) => ({ inlineData })) }),
      };
      return { functionResponse };
    }),
  );

  async function showPart(part: ModelPart): Promise<GeminiBlob | string> {
    if (part.type === 'text') return part.text;
    if (family !== 'gemini-2') return toBlob(part.media, readMedia, 'result');
    return leaveOutMedia(part.media, 'The model cannot be shown media in results.');
  }
}

/** A result always has a text. */
function nameBlobs(blobs: readonly GeminiBlob[]): string {
  return blobs.length > 0 ? 'The result is attached.' : 'The result is empty.';
}
