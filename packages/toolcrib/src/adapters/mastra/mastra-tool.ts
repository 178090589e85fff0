import type { PassThroughSchema } from '../pass-through-schema.ts';
import type { ToolOutput } from '../tool-output.ts';

/** A tool as an `Agent` of Mastra takes it, among its `tools`, `toolsets` and `clientTools`. */
export interface MastraTool {
  readonly id: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: PassThroughSchema;
  /** Keeps Mastra from rewriting the schema. */
  readonly strict: false;
  /** Left out where the policy never asks. */
  requireApproval?(input: unknown): Promise<boolean>;
  execute(input: unknown, options?: MastraCallOptions): Promise<ToolOutput>;
  toModelOutput(output: ToolOutput): MastraModelOutput;
  onInputStart(options: MastraInputOptions): void;
  onInputDelta(options: MastraInputOptions & { readonly inputTextDelta: string }): void;
}

/** What Mastra says of a call that it runs. */
export interface MastraCallOptions {
  readonly toolCallId?: string | undefined;
  readonly runId?: string | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  /** Has the id where an agent runs the call. */
  readonly agent?: { readonly toolCallId?: string | undefined } | undefined;
}

/** What Mastra says of a call whose arguments are on their way. */
export interface MastraInputOptions {
  readonly toolCallId: string;
}

/** What Mastra gives to a provider. */
export type MastraModelOutput =
  | { type: 'text'; value: string }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: MastraContentPart[] };

/** A piece of a result with media in it. */
export type MastraContentPart =
  | { type: 'text'; text: string }
  | { type: 'media'; mediaType: string; data: string };
