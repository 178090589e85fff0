import type { JsonObject } from '../../core/json.ts';
import type { MessageOptions } from '../message-options.ts';
import type { RenderOptions } from '../plan/render-options.ts';

/** A tool as Gemini is told it; goes into `config: { tools: [{ functionDeclarations }] }`. */
export type GeminiFunctionDeclaration = {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema. */
  readonly parametersJsonSchema?: JsonObject;
  /** The subset of OpenAPI 3.0 that Gemini knew first. */
  readonly parameters?: JsonObject;
};

/** How tools are rendered for Gemini. */
export interface GeminiRenderOptions extends RenderOptions {
  /**
   * Where schemas go: `json-schema` into `parametersJsonSchema`, `openapi` into `parameters`, for models and
   * gateways that know nothing else.
   * @default 'json-schema'
   */
  readonly schema?: 'json-schema' | 'openapi' | undefined;
}

/** How a conversation is told to Gemini. */
export interface GeminiMessageOptions extends MessageOptions {
  /**
   * The generation of the model. Models before Gemini 3 refuse ids of calls and media inside of results; and those since then want the first
   * call of every step signed, which only their own are.
   * @default 'gemini-3'
   */
  readonly family?: 'gemini-3' | 'gemini-2' | undefined;
}

/** A message as Gemini takes it. */
export type GeminiContent = {
  readonly role: 'user' | 'model';
  readonly parts: GeminiPart[];
};

/** A piece of a message. What a model of Gemini said itself may have more fields. */
export type GeminiPart = {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly inlineData?: GeminiBlob;
  readonly functionCall?: GeminiFunctionCall;
  readonly functionResponse?: GeminiFunctionResponse;
};

/** Media that a request has the bytes of. */
export type GeminiBlob = {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
};

/** A call, told again. */
export type GeminiFunctionCall = {
  readonly id?: string;
  readonly name: string;
  readonly args: { [name: string]: unknown };
};

/** The result of a call: all of its text, and what is attached to it. */
export type GeminiFunctionResponse = {
  readonly id?: string;
  readonly name: string;
  readonly response: { readonly output: string } | { readonly error: string };
  readonly parts?: { readonly inlineData: GeminiBlob }[];
};

/** The part of `generateContent()`'s answer that is read. Nothing of it is relied on. */
export interface GeminiResponse {
  readonly candidates?:
    | readonly {
        readonly content?: { readonly parts?: readonly unknown[] | undefined } | undefined;
        readonly finishReason?: string | undefined;
      }[]
    | undefined;
}
