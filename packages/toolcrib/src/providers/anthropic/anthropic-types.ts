import type { JsonObject } from '../../core/json.ts';

/** A tool as the Messages API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: AnthropicInputSchema;
  readonly strict?: true;
  /** It is not shown until a result refers to it. */
  readonly defer_loading?: true;
}

/** A JSON Schema of an object. */
export interface AnthropicInputSchema {
  readonly type: 'object';
  readonly properties?: unknown;
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

export interface AnthropicText {
  readonly type: 'text';
  readonly text: string;
}

/** The images that the Messages API takes. */
export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

interface AnthropicImage {
  readonly type: 'image';
  readonly source: {
    readonly type: 'base64';
    readonly media_type: AnthropicImageType;
    readonly data: string;
  };
}

interface AnthropicDocument {
  readonly type: 'document';
  readonly source:
    | { readonly type: 'base64'; readonly media_type: 'application/pdf'; readonly data: string }
    | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string };
}

/** What people and tools can say. */
export type AnthropicContent = AnthropicText | AnthropicImage | AnthropicDocument;

export interface AnthropicToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** Shows a tool here whose loading was deferred. */
export interface AnthropicToolReference {
  readonly type: 'tool_reference';
  readonly tool_name: string;
}

/** The result of one call. */
export interface AnthropicToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: (AnthropicContent | AnthropicToolReference)[];
  readonly is_error?: true;
}

interface AnthropicThinking {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature: string;
}

interface AnthropicRedactedThinking {
  readonly type: 'redacted_thinking';
  readonly data: string;
}

/** A piece of a message. What a provider's own tools did is sent back as it came and has no type here. */
export type AnthropicBlock =
  | AnthropicContent
  | AnthropicToolUse
  | AnthropicToolResult
  | AnthropicThinking
  | AnthropicRedactedThinking;

/** A message as the Messages API takes it. */
export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: AnthropicBlock[];
}

/** A request as an executor makes it. */
export interface AnthropicRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: AnthropicMessage[];
  readonly system?: string;
  readonly tools?: AnthropicTool[];
  readonly stream: boolean;
}

/** What an executor calls of a client: `new Anthropic()`, its `beta`, or the client of a cloud. */
export interface AnthropicClient {
  readonly messages: {
    create(
      request: AnthropicRequest,
      options: { readonly signal?: AbortSignal; readonly headers?: Record<string, string> },
    ): PromiseLike<unknown>;
  };
}
