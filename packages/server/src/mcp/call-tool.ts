import {
  type CallToolResult,
  type InputRequiredResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { CallRecord } from 'toolcrib/runtime';
import type { CallStop, CallView, StartedCall } from '../calls/call-desk.ts';
import { explainFailure } from '../calls/call-error.ts';
import { toCallerMessage } from '../calls/call-view.ts';
import { askAtGate, pendingResult } from './ask-at-gate.ts';
import { CallFollower, type FollowedCall } from './call-follower.ts';
import { decideByForm, findQuestion } from './decide-by-form.ts';
import { toGateForm } from './gate-form.ts';
import type { GateQuestion } from './gate-question.ts';
import type { McpParts } from './mcp-parts.ts';
import { createProgressRelay, type ProgressRelay } from './progress-relay.ts';
import { renderForTool, schemaOf, withStructure } from './render-for-tool.ts';
import { renderRecord } from './render-record.ts';
import type { AskedGate } from './request-states.ts';
import { keepMedia } from './task-media.ts';
import { type CreatedTask, canUseTasks, toCreatedTask } from './tasks.ts';
import type { ToolAsk } from './tool-ask.ts';

/** What a `tools/call` is answered with. */
export type ToolAnswer = CallToolResult | InputRequiredResult | CreatedTask;

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
  const stop = await waitForStop(parts, ask, started).catch((error: unknown) => {
    throw explainFailure(error, started.invocationId);
  });
  if (stop.kind === 'ended') return await tellEnd(parts, ask, stop.record);
  // Who goes away now leaves the call where it is.
  started.detach();
  if (canUseTasks(ask)) void keepMedia(parts, ask.session, started.ended);
  return stop.kind === 'open'
    ? await tellTask(parts, ask, stop.invocationId)
    : await tellGate(parts, ask, stop.gate);
}

/** Of a call that is to be a task it is not waited for the end. */
type CallWait = CallStop | { readonly kind: 'open'; readonly invocationId: string };

/** Waits until a call has stopped; for a client that can follow tasks no longer than it may take, once it cannot be lost. */
async function waitForStop(parts: McpParts, ask: ToolAsk, started: StartedCall): Promise<CallWait> {
  const maxWaitMs = maxWaitOf(parts, ask);
  if (maxWaitMs === undefined) return await started.stopped;
  const open = Promise.withResolvers<CallWait>();
  const onLate = (): void => {
    started.accepted.then((invocationId) => open.resolve({ kind: 'open', invocationId }), open.reject);
  };
  const timer = parts.clock.setTimer(onLate, maxWaitMs);
  // It rejects as the call does, whose failure is told by whichever comes first.
  open.promise.catch(ignore);
  try {
    return await Promise.race([started.stopped, open.promise]);
  } finally {
    parts.clock.clearTimer(timer);
  }
}

/** How long the request of a call is kept waiting; undefined for as long as the call takes. */
function maxWaitOf({ taskAfterMs }: McpParts, ask: ToolAsk): number | undefined {
  return canUseTasks(ask) ? taskAfterMs : undefined;
}

/** Tells that the result of a call has to be asked for. */
async function tellTask(parts: McpParts, { session }: ToolAsk, invocationId: string): Promise<ToolAnswer> {
  return toCreatedTask(parts, await parts.calls.find(session.actor, invocationId));
}

/** Asks the client about a gate, or tells it that the call waits for a decision that is made elsewhere. */
async function askOrTell(
  parts: McpParts,
  ask: ToolAsk,
  { gate, problem }: { readonly gate: GateQuestion; readonly problem?: string | undefined },
): Promise<ToolAnswer> {
  return (await askAtGate(parts, gate, { ...ask, problem })) ?? (await tellPending(parts, ask, gate));
}

async function tellPending(parts: McpParts, ask: ToolAsk, gate: GateQuestion): Promise<ToolAnswer> {
  return canUseTasks(ask) ? await tellTask(parts, ask, gate.invocationId) : pendingResult(gate);
}

function ignore(): void {
  // Who waits for the call is told.
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
  const follower = new CallFollower(parts, session, { ...asked, maxWaitMs: maxWaitOf(parts, ask) });
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
  if (response.kind === 'elicit' && response.action === 'cancel') return await tellPending(parts, ask, gate);
  const stop = await decideByForm(parts, ask, { ...gate, maxWaitMs: maxWaitOf(parts, ask) });
  if (stop === undefined) return await askOrTell(parts, ask, { gate });
  if (stop.kind === 'refused') return await askOrTell(parts, ask, { gate, problem: stop.problem });
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

async function tellCall(parts: McpParts, ask: ToolAsk, call: CallView): Promise<ToolAnswer> {
  const isTask = call.endedAt === null && canUseTasks(ask);
  return isTask ? toCreatedTask(parts, call) : await renderForTool(parts, ask, call);
}

async function tellGate(parts: McpParts, ask: ToolAsk, gate: GateQuestion): Promise<ToolAnswer> {
  if (ask.pushForm !== undefined) return await pushAndFollow(parts, ask, gate);
  // An approval is for what was shown, so it comes with the state that names it; questions can be answered ahead.
  const mayAnswerAhead = gate.kind === 'question' && (ask.round ?? 0) < MAX_GATES_AT_ONCE;
  return mayAnswerAhead ? await answerGate(parts, ask, gate) : await askOrTell(parts, ask, { gate });
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

function unknownTool(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${message}`);
}

function invalidState(): ProtocolError {
  const data = { reason: 'invalid_request_state' };
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', data);
}
