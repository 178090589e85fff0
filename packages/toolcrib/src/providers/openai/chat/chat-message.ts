/** A piece of a message of the user's side. */
export type OpenAiChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'file'; readonly file: { readonly filename: string; readonly file_data: string } }
  | {
      readonly type: 'input_audio';
      readonly input_audio: { readonly data: string; readonly format: 'wav' | 'mp3' };
    };

/** A call in a conversation that is told again. */
export interface OpenAiChatCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The result of one call. Chat Completions takes text only here. */
export interface OpenAiChatToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
}

/** A message of the user's side, or media of results. */
export interface OpenAiChatUserMessage {
  readonly role: 'user';
  readonly content: string | OpenAiChatPart[];
}

/** A message of a Chat Completions request. */
export type OpenAiChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | OpenAiChatUserMessage
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: OpenAiChatCall[];
    }
  | OpenAiChatToolMessage;
