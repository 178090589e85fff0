import type { PassThroughSchema } from '../pass-through-schema.ts';
import type { ToolOutput } from '../tool-output.ts';

/** A tool as `generateText`, `streamText` and agents of the AI SDK take it. */
export interface AiSdkTool {
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: PassThroughSchema;
  /** Left out where the policy never asks. */
  needsApproval?(input: unknown, options: AiSdkApprovalOptions): Promise<boolean>;
  execute(input: unknown, options: AiSdkCallOptions): Promise<ToolOutput>;
  toModelOutput(options: { readonly output: ToolOutput }): AiSdkModelOutput;
}

/** What the AI SDK says of a call that it may have to ask about. */
export interface AiSdkApprovalOptions {
  readonly toolCallId: string;
}

/** What the AI SDK says of a call that it runs. */
export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly messages?: readonly unknown[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** What the AI SDK gives to a provider. */
export type AiSdkModelOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: AiSdkContentPart[] };

/** A piece of a result with media in it. */
export type AiSdkContentPart =
  | { type: 'text'; text: string }
  | { type: 'file'; mediaType: string; data: { type: 'data'; data: string } };
