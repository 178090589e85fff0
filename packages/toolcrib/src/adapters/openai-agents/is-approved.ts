import type { AgentsRunContext } from './agents-tool.ts';

/** A call that the SDK runs. */
export interface AgentsCall {
  readonly toolName: string;
  readonly callId: string | undefined;
}

/**
 * Whether a person approved a call, by what the SDK knows of the run. It binds an approval to the call's id,
 * name and arguments, and runs no second call under an id. An approval of all calls of a tool, which it calls
 * `alwaysApprove`, is an answer about calls that nobody has seen, and approves none of them.
 */
export function isApproved(runContext: AgentsRunContext, { toolName, callId }: AgentsCall): boolean {
  // A run context that knows nothing, such as none at all, approves nothing.
  const context = Object(runContext) as Partial<AgentsRunContext>;
  if (callId === undefined || context.isToolApproved?.({ toolName, callId }) !== true) return false;
  const approvals = context.toJSON?.().approvals ?? {};
  const approved = Object.hasOwn(approvals, toolName) ? approvals[toolName]?.approved : undefined;
  return Array.isArray(approved) && approved.includes(callId);
}
