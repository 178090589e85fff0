import { inputResponse } from '@modelcontextprotocol/server';
import { ToolcribError } from 'toolcrib';
import { findQuestion } from './decide-by-form.ts';
import { toGateForm } from './gate-form.ts';
import type { GateQuestion } from './gate-question.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpSession } from './mcp-session.ts';

const ANSWER = 'answer';
const closed = { decision: 'reject', reason: 'The form was closed without an answer.' } as const;
const unfit = { decision: 'reject', reason: 'The answer did not fit.' } as const;

/**
 * Takes the answer to a form that was pushed, and settles its gate. Whoever waits for the call, in whichever process, goes on
 * then. Undefined if the message is no such answer.
 */
export async function takeFormAnswer(
  parts: McpParts,
  session: McpSession,
  body: unknown,
): Promise<Response | undefined> {
  const answer = readAnswer(body);
  const asked = answer && (await parts.states.open(answer.id, session));
  if (answer === undefined || asked === undefined) return undefined;
  const gate = await findQuestion(parts, session, asked.gateId);
  const { toolDigest, contentDigest } = asked;
  if (gate !== undefined)
    await settle(parts, session, { gate: { ...gate, toolDigest, contentDigest }, answer });
  return new Response(null, { status: 202 });
}

interface FormAnswer {
  readonly id: string;
  /** Undefined if the client could not show the form. */
  readonly result: unknown;
}

function readAnswer(body: unknown): FormAnswer | undefined {
  const { jsonrpc, id, method, result, error } = Object(body) as Readonly<Record<string, unknown>>;
  const isAnswer = jsonrpc === '2.0' && method === undefined && (result !== undefined || error !== undefined);
  return isAnswer && typeof id === 'string' ? { id, result } : undefined;
}

async function settle(
  { approvals, onFault }: McpParts,
  { actor, view }: McpSession,
  { gate, answer }: { readonly gate: GateQuestion; readonly answer: FormAnswer },
): Promise<void> {
  const { gateId, toolDigest, contentDigest } = gate;
  const form = toGateForm(gate, view.runtime.host.redact);
  const decision = form?.read(inputResponse({ [ANSWER]: answer.result }, ANSWER)) ?? closed;
  try {
    await approvals?.settle(actor, gateId, { ...decision, toolDigest, contentDigest });
  } catch (error) {
    const code = error instanceof ToolcribError ? error.code : undefined;
    // There is no way to ask again from here, and who waits must not wait in vain.
    if (code === 'E_INVALID_REQUEST')
      await approvals?.settle(actor, gateId, { ...unfit, toolDigest, contentDigest });
    else if (code !== 'E_GATE_SETTLED') onFault(error);
  }
}
