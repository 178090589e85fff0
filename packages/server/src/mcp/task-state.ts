import {
  type CallToolResult,
  type ClientCapabilities,
  type InputRequests,
  inputRequired,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { ToolcribError } from 'toolcrib';
import { WITHDRAWN } from '../calls/approvals.ts';
import type { CallView } from '../calls/call-desk.ts';
import { canShowForms, findQuestion } from './decide-by-form.ts';
import { type GateForm, toGateForm } from './gate-form.ts';
import type { GateQuestion } from './gate-question.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpSession } from './mcp-session.ts';
import { renderForTool } from './render-for-tool.ts';
import { loadMedia, mayBeStoring } from './task-media.ts';
import { describeOpen, type Task, toTaskFields } from './tasks.ts';

/** An error of JSON-RPC. */
type TaskError = { readonly code: number; readonly message: string };

/** A result in the form that it has in this revision. */
type CompleteResult = CallToolResult & { readonly resultType: 'complete' };

/** A task as `tasks/get` gives it: with its result, its error, or what its client is asked. */
export type DetailedTask =
  | (Task & { readonly status: 'working' | 'cancelled' })
  | (Task & { readonly status: 'input_required'; readonly inputRequests: InputRequests })
  | (Task & { readonly status: 'completed'; readonly result: CompleteResult })
  | (Task & { readonly status: 'failed'; readonly error: TaskError });

/** Who asks for a task. */
export interface TaskReader {
  readonly session: McpSession;
  readonly capabilities: ClientCapabilities | undefined;
}

/** A call of the reader as the task that it is. */
export async function toDetailedTask(
  parts: McpParts,
  reader: TaskReader,
  call: CallView,
): Promise<DetailedTask> {
  const { session } = reader;
  const fields = toTaskFields(parts, call);
  const message = session.view.runtime.host.redact(call.error?.message ?? '');
  if (call.state === 'waiting') return await toWaitingTask(parts, reader, call);
  if (call.state === 'running') return { ...fields, status: 'working' };
  if (isWithdrawn(call)) return { ...fields, status: 'cancelled', statusMessage: WITHDRAWN };
  if (call.state === 'aborted') return { ...fields, status: 'cancelled', statusMessage: message };
  const error = toTaskError(call, message);
  if (error !== undefined) return { ...fields, status: 'failed', statusMessage: error.message, error };
  const stored = await loadMedia(session, call);
  if (stored === undefined && mayBeStoring(parts, call)) return { ...fields, status: 'working' };
  const result = stored ?? (await renderForTool(parts, { session, era: 'modern', name: call.tool }, call));
  return { ...fields, status: 'completed', result: { ...result, resultType: 'complete' } };
}

/** A gate of a call, and the form by which its client decides about it. */
export interface AskedForm {
  readonly gate: GateQuestion;
  readonly form: GateForm;
}

/** What the client of a call is asked; undefined if the call waits for nothing that its client may decide. */
export async function findAskedForm(
  parts: McpParts,
  { session, capabilities }: TaskReader,
  { gates }: CallView,
): Promise<AskedForm | undefined> {
  const open = gates.find(({ status }) => status === 'open');
  if (open === undefined || !canShowForms(capabilities)) return undefined;
  const gate = await findQuestion(parts, session, open.id).catch(unlessNotFound);
  if (gate === undefined || !(await parts.approvals?.mayApprove(session.actor, gate))) return undefined;
  const form = toGateForm(gate, session.view.runtime.host.redact);
  return form && { gate, form };
}

async function toWaitingTask(parts: McpParts, reader: TaskReader, call: CallView): Promise<DetailedTask> {
  const fields = toTaskFields(parts, call);
  const asked = await findAskedForm(parts, reader, call);
  if (asked === undefined) return { ...fields, status: 'working', ...describeOpen(call) };
  // Names of gates can come twice in a call, and a key of a task must not.
  const inputRequests = { [asked.gate.gateId]: inputRequired.elicit(asked.form.params) };
  return { ...fields, status: 'input_required', inputRequests };
}

/** Whether its caller has cancelled it at a gate; a tool can go on after that, and succeed. */
function isWithdrawn({ state, gates }: CallView): boolean {
  return state !== 'ok' && gates.some(({ reason }) => reason === WITHDRAWN);
}

/** What the request would have been answered with instead of a result; undefined if there was one to give. */
function toTaskError({ id, state, error }: CallView, message: string): TaskError | undefined {
  if (state === 'unknown_tool') {
    return { code: ProtocolErrorCode.InvalidParams, message: `Unknown tool: ${message}` };
  }
  if (state === 'unknown') {
    const lost = `The process that ran call ${id} ended before the call did. It is not known whether the call took effect. Do not repeat it before a person has found out.`;
    return { code: ProtocolErrorCode.InternalError, message: lost };
  }
  if (error?.code !== 'E_CALL_INTERRUPTED') return undefined;
  // A call has this code only if it has changed nothing.
  return { code: ProtocolErrorCode.InternalError, message: `${message} The call may be made again.` };
}

/** The actor may have lost sight of the gate since the call was looked up. */
function unlessNotFound(error: unknown): undefined {
  if (error instanceof ToolcribError && error.code === 'E_GATE_NOT_FOUND') return undefined;
  throw error;
}
