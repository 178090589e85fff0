import { type Fields, fieldsOf } from '../fields-of.ts';
import type { PersonDecision } from '../tool-desk.ts';
import type { LangChainApprovalRequest, LangGraphInterrupt } from './langchain-parts.ts';
import type { LangChainCall } from './read-langchain-call.ts';

/** A call that somebody is to be asked about. */
export interface AskedCall extends Pick<LangChainCall, 'args' | 'id' | 'answers'> {
  readonly tool: string;
  readonly reason: string;
}

/** How often an answer may be of no use before nobody is asked any more. */
const MAX_ANSWERS = 100;

/**
 * Interrupts the graph until somebody has answered for this call. The graph runs the tool again from its
 * start each time that it is resumed; an answer that is none, or is about other calls, has it ask again.
 */
export function askPerson(interrupt: LangGraphInterrupt, call: AskedCall): PersonDecision {
  const request = toRequest(call);
  for (let count = 0; count < MAX_ANSWERS; count++) {
    const decision = findDecision(interrupt(request), call);
    if (decision !== undefined) return decision;
  }
  return { isApproved: false, reason: 'no answer was about this call' };
}

function toRequest({ tool, args, id, reason }: AskedCall): LangChainApprovalRequest {
  const action = { name: tool, args: Object(args) as Record<string, unknown>, description: reason };
  return {
    actionRequests: [id === undefined ? action : { ...action, toolCallId: id }],
    reviewConfigs: [{ actionName: tool, allowedDecisions: ['approve', 'reject'] }],
  };
}

/** What an answer says about a call; undefined if that is nothing, or two things. */
function findDecision(answer: unknown, { id, answers }: AskedCall): PersonDecision | undefined {
  const { decisions } = fieldsOf(answer);
  const all = (Array.isArray(decisions) ? decisions : [answer]).map(fieldsOf);
  const named = all.filter(({ toolCallId }) => toolCallId !== undefined && toolCallId === id);
  const unnamed = answers === 'any' && all.length === 1 ? all : [];
  const [found, ...others] = named.length > 0 ? named : unnamed.filter((each) => !('toolCallId' in each));
  return found === undefined || others.length > 0 ? undefined : readDecision(found);
}

/** Reads our own words, and those of LangChain's middleware for human review. */
function readDecision(fields: Fields): PersonDecision | undefined {
  const verdict = fields.decision ?? fields.type;
  if (verdict !== 'approve' && verdict !== 'reject') return undefined;
  return {
    isApproved: verdict === 'approve',
    approver: textOf(fields.approver),
    reason: textOf(fields.reason) ?? textOf(fields.message),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
