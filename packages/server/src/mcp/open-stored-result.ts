import { type Artifact, ToolcribError } from 'toolcrib';
import type { Redactor } from 'toolcrib/runtime';
import { isShownWhole } from './is-shown-whole.ts';
import type { McpParts } from './mcp-parts.ts';
import { keepText } from './mcp-result.ts';
import type { McpSession } from './mcp-session.ts';

/** A stored result, for the caller of its call. */
export interface OpenResult {
  readonly artifact: Artifact;
  readonly toolName: string;
  /** Its beginning, without secrets. */
  readonly preview: string;
  readonly isRedacted: boolean;
  readonly redact: Redactor;
}

/** Opens what a call has stored, by the decision of its download over HTTP. Undefined if the actor may not have it, or it is not there. */
export async function openStoredResult(
  { calls }: Pick<McpParts, 'calls'>,
  { actor, view }: McpSession,
  callId: string,
): Promise<OpenResult | undefined> {
  try {
    const artifact = await calls.artifact(actor, callId);
    const call = await calls.find(actor, callId);
    const { tool: toolName, result } = call;
    const isRedacted = !(await isShownWhole(call, view));
    const redact = isRedacted ? view.runtime.host.redact : keepText;
    const preview = result?.kind === 'artifact' ? result.preview : '';
    return { artifact, toolName, preview, isRedacted, redact };
  } catch (error) {
    if (error instanceof ToolcribError && error.code === 'E_CALL_NOT_FOUND') return undefined;
    throw error;
  }
}
