import type { MessageOptions } from '../message-options.ts';

/** A JSON value, as the SDK types it: ours are frozen, and it does not say that it leaves them alone. */
export type BedrockJson = null | boolean | number | string | BedrockJson[] | { [name: string]: BedrockJson };

/** A tool as Bedrock is told it; goes into `toolConfig: { tools }`. */
export type BedrockTool = {
  readonly toolSpec: {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema: { readonly json: BedrockJson };
    readonly strict?: true;
  };
};

/** How a conversation is told to Bedrock. */
export interface BedrockMessageOptions extends MessageOptions {
  /**
   * Whether results say in a field of their own that they are errors. Models other than Claude and Nova have no
   * such field; what went wrong is said in words in any case.
   * @default true
   */
  readonly sendStatus?: boolean | undefined;
}

/** A message as Bedrock takes it. */
export type BedrockMessage = {
  readonly role: 'user' | 'assistant';
  readonly content: BedrockContentBlock[];
};

/** A block of a message. What a model said itself may have others. */
export type BedrockContentBlock =
  | BedrockTextBlock
  | BedrockMediaBlock
  | BedrockToolUse
  | BedrockToolResult
  | BedrockReasoning;

/** A text that is not blank. */
export type BedrockTextBlock = { readonly text: string };

/** Media that a request has the bytes of. */
export type BedrockMediaBlock =
  | { readonly image: { readonly format: BedrockImageFormat; readonly source: BedrockBytes } }
  | { readonly video: { readonly format: BedrockVideoFormat; readonly source: BedrockBytes } }
  | {
      readonly document: {
        readonly format: BedrockDocumentFormat;
        /** One that says nothing, and that no other document of the conversation has. */
        readonly name: string;
        readonly source: BedrockBytes;
      };
    };

/** The SDK encodes bytes itself. */
export type BedrockBytes = { readonly bytes: Uint8Array };
/** The formats of images. */
export type BedrockImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';
/** The formats of videos. */
export type BedrockVideoFormat = 'mkv' | 'mov' | 'mp4' | 'webm' | 'flv' | 'mpeg' | 'wmv' | 'three_gp';
/** The formats of documents. */
export type BedrockDocumentFormat = 'pdf' | 'csv' | 'doc' | 'docx' | 'xls' | 'xlsx' | 'html' | 'txt' | 'md';

/** A call, told again. */
export type BedrockToolUse = {
  readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: BedrockJson };
};

/** The result of a call. */
export type BedrockToolResult = {
  readonly toolResult: {
    readonly toolUseId: string;
    readonly content: (BedrockTextBlock | BedrockMediaBlock)[];
    readonly status?: 'success' | 'error';
  };
};

/** Thoughts that only the model that signed them takes back. */
export type BedrockReasoning = {
  readonly reasoningContent:
    | { readonly reasoningText: { readonly text: string; readonly signature: string } }
    | { readonly redactedContent: Uint8Array };
};

/** The part of what `ConverseCommand` answers that is read. Nothing of it is relied on. */
export interface BedrockResponse {
  readonly output?: { readonly message?: unknown } | undefined;
  readonly stopReason?: string | undefined;
}
