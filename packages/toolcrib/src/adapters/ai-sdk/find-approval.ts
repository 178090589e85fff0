import { type Fields, fieldsOf } from '../fields-of.ts';
import { isSameJson } from '../is-same-json.ts';
import type { PersonDecision } from '../tool-desk.ts';

/** A call that the AI SDK runs, and what it knows of the conversation. */
export interface ToolCallInMessages {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: unknown;
  readonly messages: readonly unknown[];
}

/** An approval, and what the AI SDK calls it. */
export interface FoundApproval {
  /** Random, as the AI SDK makes it. */
  readonly approvalId: string;
  readonly decision: PersonDecision;
}

/**
 * The approval because of which the AI SDK runs a call, if there is one: the last message then answers the
 * request for approval of this call with yes, and the message with that request has the call, with this name
 * and these arguments. Calls that it runs without having asked come with other messages, even when a provider
 * uses an id twice.
 */
export function findApproval({
  toolName,
  toolCallId,
  input,
  messages,
}: ToolCallInMessages): FoundApproval | undefined {
  const isOwn = (part: Fields, type: string) => part.type === type && part.toolCallId === toolCallId;
  const answers = partsOf(messages.at(-1), 'tool');
  if (answers.some((part) => isOwn(part, 'tool-result'))) return undefined;

  const proposed = messages
    .map((message) => partsOf(message, 'assistant'))
    .findLast((parts) => parts.some((part) => isOwn(part, 'tool-call')));
  const call = proposed?.findLast((part) => isOwn(part, 'tool-call'));
  if (call?.toolName !== toolName || !isSameJson(call.input, input)) return undefined;

  const request = proposed?.findLast((part) => isOwn(part, 'tool-approval-request'));
  const { approvalId, isAutomatic } = fieldsOf(request);
  // Settings of the host that approve by themselves are not a person.
  if (typeof approvalId !== 'string' || approvalId === '' || isAutomatic === true) return undefined;
  const answered = answers.filter(
    (part) => part.type === 'tool-approval-response' && part.approvalId === approvalId,
  );
  const [answer] = answered;
  if (answer === undefined || answered.some(({ approved }) => approved !== true)) return undefined;
  const reason = typeof answer.reason === 'string' ? { reason: answer.reason } : {};
  return { approvalId, decision: { isApproved: true, ...reason } };
}

function partsOf(message: unknown, role: string): readonly Fields[] {
  const { role: actual, content } = fieldsOf(message);
  return actual === role && Array.isArray(content) ? content.map(fieldsOf) : [];
}
