import { type ClientCapabilities, inputResponse } from '@modelcontextprotocol/server';
import { ToolcribError } from 'toolcrib';
import { CallFollower, type FollowedCall, type FollowedGate } from './call-follower.ts';
import { toGateForm } from './gate-form.ts';
import { type GateQuestion, toGateQuestion } from './gate-question.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpSession } from './mcp-session.ts';
import type { ToolAsk } from './tool-ask.ts';

/** Whether a client can show forms. Before there were modes, who said nothing of them meant forms. */
export function canShowForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** An open gate of the tenant; undefined if it is settled, or not for the actor to see. */
export async function findQuestion(
  { approvals }: Pick<McpParts, 'approvals'>,
  { actor }: McpSession,
  gateId: string,
): Promise<GateQuestion | undefined> {
  if (approvals === undefined || !actor.permissions.has('gates:read')) return undefined;
  return toGateQuestion(await approvals.find(actor, gateId));
}

/** What came of an answer: where the call stands, or why the gate is still open. */
export type FormOutcome = FollowedCall | { readonly kind: 'refused'; readonly problem: string };

/** Settles a gate with what the user of the client answered, and follows the call; undefined if there is no answer. */
export async function decideByForm(
  parts: McpParts,
  { session, capabilities, responses }: ToolAsk,
  gate: GateQuestion & Pick<FollowedGate, 'maxWaitMs'>,
): Promise<FormOutcome | undefined> {
  const { approvals } = parts;
  const { actor, view } = session;
  if (approvals === undefined || responses === undefined || !canShowForms(capabilities)) return undefined;
  const form = toGateForm(gate, view.runtime.host.redact);
  const decision = form?.read(inputResponse(responses, gate.name));
  if (decision === undefined) return undefined;
  const { gateId, toolDigest, contentDigest } = gate;
  const follower = new CallFollower(parts, session, gate);
  try {
    await approvals.settle(actor, gateId, { ...decision, toolDigest, contentDigest });
    return await follower.next();
  } catch (error) {
    if (!(error instanceof ToolcribError)) throw error;
    // Somebody else was quicker; the call goes on as they decided.
    if (error.code === 'E_GATE_SETTLED') return await follower.next();
    if (error.code === 'E_INVALID_REQUEST') return { kind: 'refused', problem: error.message };
    throw error;
  } finally {
    follower.close();
  }
}
