import {
  type ClientCapabilities,
  type InputResponses,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ToolcribError } from 'toolcrib';
import { z } from 'zod';
import type { CallView } from '../calls/call-desk.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpSession } from './mcp-session.ts';
import { findAskedForm, type TaskReader, toDetailedTask } from './task-state.ts';
import { canUseTasks, missingTasksCapability } from './tasks.ts';

const params = z.object({ taskId: z.string('taskId must be the id of a task.') });
/** Enough of an id to recognize it by. */
const MAX_SHOWN = 128;

/** Whom tasks are served. */
export interface TaskServing {
  readonly session: McpSession;
  readonly capabilitiesOf: (context: ServerContext) => ClientCapabilities | undefined;
}

/** Serves the methods of the extension, to whoever made the calls. */
export function serveTasks(server: Server, parts: McpParts, { session, capabilitiesOf }: TaskServing): void {
  const read = (context: ServerContext): TaskReader => {
    const capabilities = capabilitiesOf(context);
    if (!canUseTasks({ era: 'modern', capabilities })) throw missingTasksCapability();
    return { session, capabilities };
  };
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => {
    const reader = read(context);
    return await asTask(taskId, async () =>
      toDetailedTask(parts, reader, await findCall(parts, session, taskId)),
    );
  });
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    const reader = read(context);
    const { inputResponses, droppedInputResponseKeys = [] } = context.mcpReq;
    if (inputResponses === undefined) throw invalidParams('inputResponses must be an object.');
    // Read entry by entry, as what comes from outside.
    const responses = inputResponses as InputResponses;
    const answers = { taskId, responses, unreadable: droppedInputResponseKeys };
    await asTask(taskId, () => updateTask(parts, reader, answers));
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, context) => {
    read(context);
    await asTask(taskId, async () => cancelTask(parts, session, await findCall(parts, session, taskId)));
    return {};
  });
}

function findCall({ calls }: McpParts, { actor }: McpSession, taskId: string): Promise<CallView> {
  return calls.findOwn(actor, taskId);
}

/** What a client answers of what it was asked. */
interface TaskAnswers {
  readonly taskId: string;
  readonly responses: InputResponses;
  /** The keys of entries that are no responses. */
  readonly unreadable: readonly string[];
}

/**
 * Settles the gate that the call waits at, if it was answered. Answers to anything else are too late, or were not asked for;
 * the extension wants them ignored, also under a key that never was one.
 */
async function updateTask(
  parts: McpParts,
  reader: TaskReader,
  { taskId, responses, unreadable }: TaskAnswers,
): Promise<void> {
  const { actor } = reader.session;
  const asked = await findAskedForm(parts, reader, await findCall(parts, reader.session, taskId));
  if (asked === undefined) return;
  const { gateId, toolDigest, contentDigest } = asked.gate;
  const answer = inputResponse(responses, gateId);
  const decision = asked.form.read(answer);
  if (decision === undefined) {
    const isAnswered = Object.hasOwn(responses, gateId) || unreadable.includes(gateId);
    const isUndecided = answer.kind === 'elicit' && answer.action === 'cancel';
    if (!isAnswered || isUndecided) return;
    throw invalidParams(
      `inputResponses["${gateId}"] must be the result of its form, with what the form asks for.`,
    );
  }
  try {
    await parts.approvals?.settle(actor, gateId, { ...decision, toolDigest, contentDigest });
  } catch (error) {
    const code = error instanceof ToolcribError ? error.code : undefined;
    // Another approver was quicker; the call goes on as they decided.
    if (code === 'E_GATE_SETTLED') return;
    throw error;
  }
}

/** Aborts a call, in whichever process it runs or waits; that it has ended is seen later. */
async function cancelTask({ calls }: McpParts, { actor }: McpSession, { id }: CallView): Promise<void> {
  try {
    await calls.cancel(actor, id);
  } catch (error) {
    if (!(error instanceof ToolcribError) || error.code !== 'E_CALL_IN_PROGRESS') throw error;
  }
}

/** Errors about tasks, as the protocol has them. Failures of the service stay what they are. */
async function asTask<Answer>(taskId: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolcribError) || error.fault !== 'caller') throw error;
    if (error.code === 'E_CALL_NOT_FOUND')
      throw invalidParams(`There is no task ${JSON.stringify(taskId.slice(0, MAX_SHOWN))}.`);
    if (error.code === 'E_INVALID_REQUEST') throw invalidParams(error.message);
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  }
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
