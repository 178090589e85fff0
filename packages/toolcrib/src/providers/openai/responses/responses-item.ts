import type { JsonObject } from '../../../core/json.ts';
import type { OpenAiResponsesTool } from './render-responses-tools.ts';

/** A piece of a message of the user's side, or of a result. */
export type OpenAiResponsesPart =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly image_url: string; readonly detail: 'auto' }
  | { readonly type: 'input_file'; readonly filename: string; readonly file_data: string };

/** The result of one call. */
export interface OpenAiResponsesOutput {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string | OpenAiResponsesPart[];
}

/** What a message is in the course of an answer. Models do worse when it is not sent back. */
export type OpenAiResponsesPhase = 'commentary' | 'final_answer';

/** A piece of what a model said. */
export type OpenAiResponsesAnswerPart =
  | { readonly type: 'output_text'; readonly text: string; readonly annotations: [] }
  | { readonly type: 'refusal'; readonly refusal: string };

/** Something that a model said, without or with the id that it had. */
export type OpenAiResponsesAnswer =
  | {
      readonly type: 'message';
      readonly role: 'assistant';
      readonly content: string;
      readonly phase?: OpenAiResponsesPhase;
    }
  | {
      readonly type: 'message';
      readonly id: string;
      readonly role: 'assistant';
      readonly status: 'completed';
      readonly content: OpenAiResponsesAnswerPart[];
      readonly phase?: OpenAiResponsesPhase;
    };

/** Thoughts that only the model can read. */
export interface OpenAiResponsesReasoning {
  readonly type: 'reasoning';
  readonly id: string;
  readonly summary: { readonly type: 'summary_text'; readonly text: string }[];
  readonly encrypted_content: string;
}

/** A call in a conversation that is told again. */
export interface OpenAiResponsesCall {
  readonly type: 'function_call';
  readonly id?: string;
  readonly call_id: string;
  readonly name: string;
  /** Where the API keeps the function, if that is not among the others: one that a search loaded is on its own. */
  readonly namespace?: string;
  readonly arguments: string;
}

/** A search for tools in a conversation that is told again. */
export interface OpenAiResponsesToolSearchCall {
  readonly type: 'tool_search_call';
  readonly id?: string;
  readonly call_id: string;
  readonly execution: 'client';
  readonly status: 'completed';
  readonly arguments: JsonObject;
}

/** A function that a search found. */
export interface OpenAiResponsesLoadedTool extends OpenAiResponsesTool {
  readonly defer_loading: true;
}

/** What a search found: functions that can be called from here on. */
export interface OpenAiResponsesToolSearchOutput {
  readonly type: 'tool_search_output';
  readonly call_id: string;
  readonly execution: 'client';
  readonly status: 'completed';
  readonly tools: OpenAiResponsesLoadedTool[];
}

/** Tools that can be called from here on, without a change to what comes before. */
export interface OpenAiResponsesAdditionalTools {
  readonly type: 'additional_tools';
  readonly role: 'developer';
  readonly tools: OpenAiResponsesTool[];
}

/** An item of the input of a Responses request. */
export type OpenAiResponsesItem =
  | { readonly type: 'message'; readonly role: 'user'; readonly content: string | OpenAiResponsesPart[] }
  /** What the host has to say in the middle of a conversation. */
  | { readonly type: 'message'; readonly role: 'developer'; readonly content: string }
  | OpenAiResponsesAnswer
  | OpenAiResponsesReasoning
  | OpenAiResponsesCall
  | OpenAiResponsesOutput
  | OpenAiResponsesToolSearchCall
  | OpenAiResponsesToolSearchOutput
  | OpenAiResponsesAdditionalTools;
