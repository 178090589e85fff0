import type { AdapterOptions } from '../adapter-options.ts';

/** A function tool, as agents of the OpenAI Agents SDK take it. */
export interface AgentsTool {
  readonly type: 'function';
  readonly name: string;
  readonly description: string;
  readonly parameters: AgentsParameters;
  /** Strict schemas cannot say what ours say; arguments are checked by the call path. */
  readonly strict: false;
  needsApproval(runContext: unknown, input: unknown, callId?: string): Promise<boolean>;
  /** Answers calls that cannot be read, where the runner has it look at calls before people are asked. */
  readonly inputGuardrails: AgentsGuardrail[];
  invoke(
    runContext: AgentsRunContext,
    input: string,
    details?: AgentsCallDetails,
  ): Promise<string | AgentsOutputPart[]>;
  isEnabled(): Promise<boolean>;
}

/** What looks at a call before it is run; and before a person is asked, if the runner says so. */
export interface AgentsGuardrail {
  readonly type: 'tool_input';
  readonly name: string;
  run(data: { readonly toolCall: AgentsToolCall }): Promise<{ behavior: AgentsGuardrailBehavior }>;
}

/** A call as the model made it. */
export interface AgentsToolCall {
  readonly callId: string;
  readonly arguments: string;
}

/** Whether a call may go on; if not, what the model is told instead. */
export type AgentsGuardrailBehavior = { type: 'allow' } | { type: 'rejectContent'; message: string };

/** The SDK's type for a JSON Schema that is not strict. Ours are wider: all that is sure is the first field. */
export interface AgentsParameters {
  readonly type: 'object';
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: string[];
  readonly additionalProperties: true;
}

/** The part of a run context that says what a person decided. */
export interface AgentsRunContext {
  isToolApproved(approval: { readonly toolName: string; readonly callId: string }): boolean | undefined;
  toJSON(): { readonly approvals: Readonly<Record<string, { readonly approved: boolean | string[] }>> };
}

/** What the SDK says of a call that it runs. */
export interface AgentsCallDetails {
  readonly toolCall?: { readonly callId: string; readonly id?: string | undefined } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A piece of a result with media in it. */
export type AgentsOutputPart =
  | { type: 'text'; text: string }
  | { type: 'image'; image: { data: string; mediaType: string } }
  | { type: 'file'; file: { data: string; mediaType: string; filename: string } };

/** How the tools of a runtime become those of agents. */
export interface AgentsOptions extends AdapterOptions {
  /**
   * The SDK's own `tool` function. By it, the SDK knows which tools need no approval: those that the policy never asks about,
   * and all with `approvals: 'runtime'`. Of all others, it asks a person about arguments that are no JSON object.
   */
  readonly tool?: AgentsToolFactory | undefined;
}

/** The part of the SDK's `tool` function that is used. */
export type AgentsToolFactory = (options: {
  name: string;
  description: string;
  parameters: { type: 'object'; properties: Record<never, never>; required: []; additionalProperties: true };
  strict: false;
  needsApproval: false;
  execute: () => string;
}) => Pick<AgentsTool, 'needsApproval'>;
