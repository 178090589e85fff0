import type { CallRequest } from '../call-request.ts';
import type { ModelPart, ModelRendering } from '../render/render-for-model.ts';

/** What a person says to a model. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly ModelPart[];
}

/** A call that a model proposes. It is what `runtime.call()` takes. */
export interface ModelCall extends Pick<CallRequest, 'tool' | 'args' | 'isTruncated'> {
  /** What the provider calls this call, or a name of ours where it gave none. */
  readonly providerCallId: string;
}

/** What a model said: text, calls, or both. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** What only the same provider can read again, such as signed thoughts. Any other leaves it out. */
  readonly native?: { readonly provider: string; readonly content: unknown } | undefined;
}

/** The result of one call, rendered once, so that later requests repeat the same bytes. */
export interface RenderedResult {
  readonly providerCallId: string;
  readonly tool: string;
  readonly rendering: ModelRendering;
  /** The names of tools that this call found; the rendering says the same for those who do not load tools. */
  readonly found?: readonly string[] | undefined;
}

/** The results of the calls of the message before. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly results: readonly RenderedResult[];
}

/** A message of a conversation, as every provider can be told it. Plain data, media apart. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;
