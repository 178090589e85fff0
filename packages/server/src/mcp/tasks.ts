import { type ClientCapabilities, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import type { CallView } from '../calls/call-desk.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpEra } from './mcp-session.ts';

/** The extension of the revision of 2026-07-28 by which a call is a task that its client asks for until it has ended. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What every answer about a task has. A task is a call; its id is the id of the call. */
export type Task = {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled' | 'failed';
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** How long it is kept at least, from its creation; null for ever. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
};

/** The answer to a `tools/call` whose result has to be asked for. */
export type CreatedTask = Task & { readonly resultType: 'task' };

const MIN_POLL_MS = 1_000;
const MAX_POLL_MS = 30_000;

/** Whether a client has said, with this very request, that it can follow tasks. */
export function canUseTasks(asked: {
  readonly era: McpEra;
  readonly capabilities: ClientCapabilities | undefined;
}): boolean {
  return asked.era === 'modern' && asked.capabilities?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/** The error for a request about tasks of a client that has not said that it can follow them. */
export function missingTasksCapability(): MissingRequiredClientCapabilityError {
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
  return new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

/** Tells that the result of a call has to be asked for. The call must be in the ledger. */
export function toCreatedTask(parts: Pick<McpParts, 'clock' | 'keepCallsMs'>, call: CallView): CreatedTask {
  return { resultType: 'task', ...toTaskFields(parts, call), status: 'working', ...describeOpen(call) };
}

/** What is the same in every state. */
export function toTaskFields(
  { clock, keepCallsMs }: Pick<McpParts, 'clock' | 'keepCallsMs'>,
  { id, acceptedAt, endedAt, gates }: CallView,
): Omit<Task, 'status'> {
  const settledAt = gates.flatMap((gate) => gate.settledAt ?? []).sort();
  const tenthOfAge = Math.round((clock.now() - Date.parse(acceptedAt)) / 10);
  return {
    taskId: id,
    createdAt: acceptedAt,
    lastUpdatedAt: endedAt ?? settledAt.at(-1) ?? acceptedAt,
    ttlMs: keepCallsMs,
    pollIntervalMs: Math.min(Math.max(tenthOfAge, MIN_POLL_MS), MAX_POLL_MS),
  };
}

/** What a call waits for, in words; nothing for one that runs. */
export function describeOpen({ gates }: CallView): Pick<Task, 'statusMessage'> {
  const gate = gates.find(({ status }) => status === 'open');
  if (gate === undefined) return {};
  const { id, name, expiresAt } = gate;
  const statusMessage = `The call waits at gate ${id} ("${name}") until ${expiresAt}. An approver decides, over HTTP or with toolcrib gates.`;
  return { statusMessage };
}
