import {
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
} from '@modelcontextprotocol/server';
import { canShowForms } from './decide-by-form.ts';
import { toGateForm } from './gate-form.ts';
import type { GateQuestion } from './gate-question.ts';
import type { McpParts } from './mcp-parts.ts';
import { CALL_ID_META, errorResult, GATE_ID_META } from './mcp-result.ts';
import type { McpSession } from './mcp-session.ts';
import { CALL_RESULT } from './own-tools.ts';

/** Who is asked about a gate. */
export interface Asked {
  readonly session: McpSession;
  /** What the client said of itself with this request, or at the start of its connection. */
  readonly capabilities: ClientCapabilities | undefined;
  /** What was wrong with the last answer. */
  readonly problem?: string | undefined;
}

/** The question that a call waits for the answer of, for a client that can show a form and whose user may decide; else undefined. */
export async function askAtGate(
  parts: Pick<McpParts, 'states' | 'approvals'>,
  gate: GateQuestion,
  { session, capabilities, problem }: Asked,
): Promise<InputRequiredResult | undefined> {
  const { actor, view } = session;
  const mayApprove = canShowForms(capabilities) && (await parts.approvals?.mayApprove(actor, gate));
  const form = mayApprove ? toGateForm(gate, view.runtime.host.redact) : undefined;
  if (form === undefined) return undefined;
  const { params } = form;
  const message = problem === undefined ? params.message : `${problem}\n\n${params.message}`;
  return inputRequired({
    inputRequests: { [gate.name]: inputRequired.elicit({ ...params, message }) },
    requestState: await parts.states.seal(gate, session),
  });
}

/** The answer to a call that waits for somebody else. */
export function pendingResult({ invocationId, gateId, kind, name, expiresAt }: GateQuestion): CallToolResult {
  const until = new Date(expiresAt).toISOString();
  const isApproval = kind === 'approval';
  const waits = `Call ${invocationId} waits for ${isApproval ? 'approval' : 'an answer'} at gate ${gateId} ("${name}") until ${until}.`;
  // Clients show this as an error, some with the advice to fix mistakes.
  const who = `Nothing has gone wrong; ${isApproval ? 'an approver has to decide' : 'a person has to answer'}.`;
  const next = `Tell your user, and do not call the tool again: ask for the outcome with ${CALL_RESULT} and this call id.`;
  const text = `${waits} ${who} ${next}`;
  return errorResult(text, { [CALL_ID_META]: invocationId, [GATE_ID_META]: gateId });
}
