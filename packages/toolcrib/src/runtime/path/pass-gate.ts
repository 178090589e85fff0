import { canonicalJson } from '../../core/canonical-json.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { GateEntry } from '../gates/gate-entry.ts';
import { openGate } from '../gates/open-gate.ts';
import type { RuntimeParts } from '../parts.ts';
import { askGuard } from '../policy/call-guard.ts';
import { decide, type SafeDecision, stricter } from '../policy/decide.ts';
import type { PolicyQuestion } from '../policy/policy.ts';
import { bounded } from './bounded.ts';
import { Ending } from './ending.ts';
import { denied, toEnding } from './problems.ts';
import type { AcceptedArguments } from './read-arguments.ts';
import { showArguments } from './show-arguments.ts';

/** What the earlier phases found out. */
interface GateQuestion {
  readonly tool: Tool;
  readonly accepted: AcceptedArguments;
  readonly decision: SafeDecision;
}

/** What the policy was asked about these very arguments, and the stricter of its two answers. */
interface JudgedCall {
  readonly question: PolicyQuestion;
  readonly decision: SafeDecision;
}

/** Asks the policy about these very arguments, and a person if that is the answer. Undefined means yes. */
export function passGate(
  parts: RuntimeParts,
  call: Call,
  found: GateQuestion,
): Awaitable<Ending | undefined> {
  const judging = judgeCall(parts, call, found);
  return judging instanceof Promise
    ? judging.then((judged) => passJudged(parts, call, judged))
    : passJudged(parts, call, judging);
}

/** Asks the policy about these very arguments, and the guard of a turn, which has its word after it. */
export function judgeCall(
  parts: RuntimeParts,
  call: Call,
  found: GateQuestion,
): Awaitable<JudgedCall | Ending> {
  const judging = judgeArguments(parts, call, found);
  return judging instanceof Promise
    ? judging.then((judged) => guardCall(parts, call, judged))
    : guardCall(parts, call, judging);
}

/** Asks the policy about these very arguments, and nobody else. */
export function judgeArguments(
  parts: RuntimeParts,
  call: Call,
  { tool, accepted, decision }: GateQuestion,
): Awaitable<JudgedCall | Ending> {
  const question = toQuestion(call, tool, accepted);
  const deciding = decide(parts.policy, question);
  return deciding instanceof Promise
    ? bounded(parts, call, deciding).then((outcome) =>
        'value' in outcome ? { question, decision: stricter(decision, outcome.value) } : outcome.ending,
      )
    : { question, decision: stricter(decision, deciding) };
}

function guardCall(
  { guard }: RuntimeParts,
  { args, invocationId }: Call,
  judged: JudgedCall | Ending,
): JudgedCall | Ending {
  if (guard === undefined || args === undefined || judged instanceof Ending) return judged;
  const { question, decision } = judged;
  const guarded = { invocationId, tool: question.tool, args };
  return { question, decision: stricter(decision, askGuard(guard, guarded)) };
}

/** The policy sees the very object that the handler gets. */
function toQuestion(call: Call, tool: Tool, { value }: AcceptedArguments): PolicyQuestion {
  const isObject = typeof value === 'object' && value !== null;
  // Whatever it is an instance of, its properties can be looked at.
  const args = (isObject ? value : { value }) as Readonly<Record<string, unknown>>;
  return { caller: call.caller, tool, args, isRevert: call.reverts !== undefined };
}

function passJudged(
  parts: RuntimeParts,
  call: Call,
  judged: JudgedCall | Ending,
): Awaitable<Ending | undefined> {
  if (judged instanceof Ending) return judged;
  const { question, decision } = judged;
  switch (decision.verdict) {
    case 'allow':
      // A person's no counts, though nobody had to be asked, or has to any more.
      return call.approval?.decision === 'reject' || call.entry?.gates.some(isApproval)
        ? askPerson(parts, call, { question, reason: 'it was rejected' })
        : undefined;
    case 'deny':
      return denied(call, decision);
    case 'ask':
      return askPerson(parts, call, { question, reason: decision.reason });
  }
}

async function askPerson(
  parts: RuntimeParts,
  call: Call,
  { question, reason }: { readonly question: PolicyQuestion; readonly reason: string },
): Promise<Ending | undefined> {
  const shown = showArguments(call, question.args);
  const answered = call.entry?.gates.find(isApproval);
  if (answered !== undefined && !isSameCall(answered, shown)) return changed(call);
  const settlement =
    answered?.settlement ??
    (await openGate(parts, call, {
      kind: 'approval',
      name: 'approval',
      prompt: reason,
      reader: undefined,
      details: { arguments: shown },
      timeoutMs: question.tool.gateTimeoutMs ?? parts.limits.gateTimeoutMs,
      signal: call.signal,
      answer: call.approval,
    }));
  if (settlement instanceof Ending) return settlement;
  if (settlement.status !== 'approved') return toEnding(call, settlement);
  // What was there and allowed when the person was asked may have gone since.
  call.hasWaited = true;
  return undefined;
}

function isApproval({ kind }: GateEntry): boolean {
  return kind === 'approval';
}

/** Whether a gate that was answered before a crash showed what the handler would get now. */
function isSameCall({ details }: GateEntry, shown: JsonObject): boolean {
  return canonicalJson(details?.arguments ?? null) === canonicalJson(shown);
}

function changed(call: Call): Ending {
  const message = `Tool "${call.tool?.name}" would get other arguments now than were approved.`;
  return Ending.problem('denied', { code: 'E_TOOL_CHANGED', message });
}
