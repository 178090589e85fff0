import type { PassThroughSchema } from '../pass-through-schema.ts';

/** `tool` of `langchain` or `@langchain/core/tools`: makes a tool out of a function. */
export type LangChainToolFactory<LangChainTool> = (
  run: (input: unknown, config: unknown) => Promise<unknown>,
  fields: LangChainToolFields,
) => LangChainTool;

/** What LangChain is told of a tool. */
export interface LangChainToolFields {
  readonly name: string;
  readonly description: string;
  readonly schema: PassThroughSchema;
}

/** `ToolMessage` of `langchain` or `@langchain/core/messages`. */
export type ToolMessageClass = new (fields: ToolMessageFields) => object;

/** What a conversation keeps of a call. */
export interface ToolMessageFields {
  content: string | LangChainContentBlock[];
  tool_call_id: string;
  name: string;
  status: 'success' | 'error';
  /** How the call ended, without its content. Models are not shown it. */
  artifact: unknown;
}

/** A piece of a result with an image in it, in the format that every provider package of LangChain reads. */
export type LangChainContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } };

/** What an interrupted run asks for: LangChain's own request for human review, with the id of the call. */
export interface LangChainApprovalRequest {
  actionRequests: {
    name: string;
    /** As the model wrote them. */
    args: Record<string, unknown>;
    /** Why somebody is asked. */
    description: string;
    /** To be repeated in the answer, unless the call is the only one that can be meant. */
    toolCallId?: string;
  }[];
  reviewConfigs: { actionName: string; allowedDecisions: ('approve' | 'reject')[] }[];
}

/**
 * `interrupt` of `@langchain/langgraph`: ends the run until it is resumed, and then gives what it was resumed
 * with. What it throws is passed on.
 */
export type LangGraphInterrupt = (request: LangChainApprovalRequest) => unknown;
