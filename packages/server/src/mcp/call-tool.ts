import {
  type CallToolResult,
  type InputRequiredResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { JsonObject, Tool } from 'toolcrib';
import type { CallRecord } from 'toolcrib/runtime';
import type { CallView } from '../calls/call-desk.ts';
import { explainFailure } from '../calls/call-error.ts';
import { toCallerMessage } from '../calls/call-view.ts';
import { askAtGate, pendingResult } from './ask-at-gate.ts';
import { CallFollower, type FollowedCall } from './call-follower.ts';
import { decideByForm, findQuestion } from './decide-by-form.ts';
import { toGateForm } from './gate-form.ts';
import type { GateQuestion } from './gate-question.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpEra } from './mcp-session.ts';
import { createProgressRelay, type ProgressRelay } from './progress-relay.ts';
import { renderCallView } from './render-call-view.ts';
import { renderRecord } from './render-record.ts';
import type { AskedGate } from './request-states.ts';
import { shownOutputSchema } from './to-mcp-tool.ts';
import type { ToolAsk } from './tool-ask.ts';

/** What a `tools/call` is answered with. */
export type ToolAnswer = CallToolResult | InputRequiredResult;

/** So many gates are answered with one request; then the client has to ask again. */
const MAX_GATES_AT_ONCE = 16;

/**
 * Makes a call of a tool of the catalogue, or goes on with one that waited for this client, and waits until there is
 * something to tell of it. What a call that goes on is given was fixed when it was made, whatever comes with the answer.
 *
 * @throws ProtocolError for a tool that is not there, and for a state that was not sealed for this client.
 * @throws ToolcribError of the call desk and the approvals.
 */
export async function callTool(parts: McpParts, ask: ToolAsk): Promise<ToolAnswer> {
  const { view, actor } = ask.session;
  const relay = ask.onProgress && createProgressRelay(view.runtime, actor.caller.id, ask.onProgress);
  try {
    return ask.state === undefined ? await makeCall(parts, ask, relay) : await resumeCall(parts, ask, relay);
  } finally {
    relay?.close();
  }
}

async function makeCall(
  parts: McpParts,
  ask: ToolAsk,
  relay: ProgressRelay | undefined,
): Promise<ToolAnswer> {
  const { actor, view, requestId } = ask.session;
  const { auditArguments } = parts;
  const order = { actor, view, tool: ask.name, args: ask.args, requestId, auditArguments };
  const started = await parts.calls.start({ ...order, signal: joinSignals(ask.signals) });
  relay?.attach(started.invocationId);
  const stop = await started.stopped.catch((error: unknown) => {
    throw explainFailure(error, started.invocationId);
  });
  if (stop.kind === 'ended') return await tellEnd(parts, ask, stop.record);
  // Who goes away now leaves the call where it is.
  started.detach();
  return await tellGate(parts, ask, stop.gate);
}

function joinSignals(signals: readonly AbortSignal[]): AbortSignal | undefined {
  return signals.length > 1 ? AbortSignal.any([...signals]) : signals[0];
}

async function resumeCall(
  parts: McpParts,
  ask: ToolAsk,
  relay: ProgressRelay | undefined,
): Promise<ToolAnswer> {
  const { session } = ask;
  const asked = await parts.states.open(ask.state, session);
  if (asked === undefined || asked.toolName !== ask.name) throw invalidState();
  const { invocationId, gateId } = asked;
  relay?.attach(invocationId);
  if (!session.actor.permissions.has('gates:settle')) return await tellState(parts, ask, invocationId);
  const gate = await findQuestion(parts, session, gateId);
  if (gate !== undefined) return await answerGate(parts, ask, { ...gate, ...seenOf(asked) });
  // Somebody else has decided. The call goes on, or has ended, as they did.
  const follower = new CallFollower(parts, session, asked);
  try {
    return await tell(parts, ask, await follower.next());
  } finally {
    follower.close();
  }
}

/** An answer is for what was shown. */
function seenOf({ toolDigest, contentDigest }: AskedGate): Pick<AskedGate, 'toolDigest' | 'contentDigest'> {
  return { toolDigest, contentDigest };
}

async function answerGate(parts: McpParts, ask: ToolAsk, gate: GateQuestion): Promise<ToolAnswer> {
  const response = inputResponse(ask.responses, gate.name);
  if (response.kind === 'elicit' && response.action === 'cancel') return pendingResult(gate);
  const stop = await decideByForm(parts, ask, gate);
  if (stop === undefined) return await askAtGate(parts, gate, ask);
  if (stop.kind === 'refused') return await askAtGate(parts, gate, { ...ask, problem: stop.problem });
  return await tell(parts, { ...ask, round: (ask.round ?? 0) + 1 }, stop);
}

async function tell(parts: McpParts, ask: ToolAsk, stop: FollowedCall): Promise<ToolAnswer> {
  switch (stop.kind) {
    case 'ended':
      return await tellEnd(parts, ask, stop.record);
    case 'elsewhere':
      return await tellCall(parts, ask, stop.call);
    case 'at-gate': {
      const gate = await findQuestion(parts, ask.session, stop.gateId);
      if (gate !== undefined) return await tellGate(parts, ask, gate);
      // Settled meanwhile.
      return await tellState(parts, ask, stop.invocationId);
    }
  }
}

/** How far a call is, without waiting. */
async function tellState(parts: McpParts, ask: ToolAsk, invocationId: string): Promise<ToolAnswer> {
  return await tellCall(parts, ask, await parts.calls.find(ask.session.actor, invocationId));
}

async function tellCall(
  parts: McpParts,
  { session, era, name }: ToolAsk,
  call: CallView,
): Promise<ToolAnswer> {
  const outputSchema = schemaOf(session.view.resolver.resolve(name), era);
  return withStructure(await renderCallView(call, { parts, session, outputSchema }), outputSchema);
}

async function tellGate(parts: McpParts, ask: ToolAsk, gate: GateQuestion): Promise<ToolAnswer> {
  if (ask.pushForm !== undefined) return await pushAndFollow(parts, ask, gate);
  // An approval is for what was shown, so it comes with the state that names it; questions can be answered ahead.
  const mayAnswerAhead = gate.kind === 'question' && (ask.round ?? 0) < MAX_GATES_AT_ONCE;
  return mayAnswerAhead ? await answerGate(parts, ask, gate) : await askAtGate(parts, gate, ask);
}

/** Shows the form beside the answer, which waits until the gate is settled, by that form or elsewhere. */
async function pushAndFollow(parts: McpParts, ask: ToolAsk, gate: GateQuestion): Promise<ToolAnswer> {
  const { actor, view } = ask.session;
  const round = (ask.round ?? 0) + 1;
  const mayApprove = await parts.approvals?.mayApprove(actor, gate);
  const form = mayApprove && toGateForm(gate, view.runtime.host.redact);
  if (!form || round > MAX_GATES_AT_ONCE) return pendingResult(gate);
  const follower = new CallFollower(parts, ask.session, gate);
  try {
    await ask.pushForm?.(form.params, await parts.states.seal(gate, ask.session));
    return await tell(parts, { ...ask, round }, await follower.next());
  } finally {
    follower.close();
  }
}

async function tellEnd(parts: McpParts, { session, era }: ToolAsk, record: CallRecord): Promise<ToolAnswer> {
  const { problem, toolName } = record;
  if (problem?.code === 'E_TOOL_NOT_FOUND') throw unknownTool(toCallerMessage(problem));
  const tool = session.view.resolver.resolve(toolName);
  return withStructure(await renderRecord(record, { parts, session, era, tool }), schemaOf(tool, era));
}

function schemaOf(tool: Tool | null, era: McpEra): JsonObject | undefined {
  return tool === null ? undefined : shownOutputSchema(tool, era);
}

/** Clients refuse a result without the structured content that its tool was listed with, unless it is an error. */
function withStructure(result: CallToolResult, outputSchema: JsonObject | undefined): CallToolResult {
  const isWhole = outputSchema === undefined || result.structuredContent !== undefined;
  return isWhole ? result : { ...result, isError: true };
}

function unknownTool(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${message}`);
}

function invalidState(): ProtocolError {
  const data = { reason: 'invalid_request_state' };
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', data);
}
