import { copyJson, isPlainObject, type JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { GateSettlement } from '../gates/gate-entry.ts';
import { openGate } from '../gates/open-gate.ts';
import type { RuntimeParts } from '../parts.ts';
import { decide, type SafeDecision, stricter } from '../policy/decide.ts';
import { bounded } from './bounded.ts';
import { Ending } from './ending.ts';
import { denied, toEnding } from './problems.ts';
import type { AcceptedArguments } from './read-arguments.ts';

/** What the earlier phases found out. */
interface GateQuestion {
  readonly tool: Tool;
  readonly accepted: AcceptedArguments;
  readonly decision: SafeDecision;
}

/** Asks the policy about these very arguments, and a person if that is the answer. Undefined means yes. */
export function passGate(
  parts: RuntimeParts,
  call: Call,
  question: GateQuestion,
): Awaitable<Ending | undefined> {
  const { tool, accepted, decision } = question;
  const args = isPlainObject(accepted.value) ? accepted.value : call.args;
  const deciding = decide(parts.policy, { caller: call.caller, tool, args });
  const judge = (second: SafeDecision) =>
    judgeDecision(parts, call, { args, decision: stricter(decision, second) });
  return deciding instanceof Promise
    ? bounded(parts, call, deciding).then((outcome) =>
        'value' in outcome ? judge(outcome.value) : outcome.ending,
      )
    : judge(deciding);
}

function judgeDecision(
  parts: RuntimeParts,
  call: Call,
  { args, decision }: { readonly args: unknown; readonly decision: SafeDecision },
): Awaitable<Ending | undefined> {
  switch (decision.verdict) {
    case 'allow':
      return undefined;
    case 'deny':
      return denied(call, decision);
    case 'ask':
      return askPerson(parts, call, { args, reason: decision.reason });
  }
}

async function askPerson(
  parts: RuntimeParts,
  call: Call,
  { args, reason }: { readonly args: unknown; readonly reason: string },
): Promise<Ending | undefined> {
  const answered = call.entry?.gates.find(({ kind }) => kind === 'approval')?.settlement;
  const settlement =
    answered ??
    (await openGate(parts, call, {
      kind: 'approval',
      name: 'approval',
      prompt: reason,
      reader: undefined,
      details: { arguments: toJson(call, args) },
      timeoutMs: parts.limits.gateTimeoutMs,
      signal: call.signal,
    }));
  return settlement instanceof Ending ? settlement : judgeSettlement(call, settlement);
}

function judgeSettlement(call: Call, settlement: GateSettlement): Ending | undefined {
  return settlement.status === 'approved' ? undefined : toEnding(call, settlement);
}

/** Whoever approves sees the arguments with their defaults; where the schema made no JSON of them, as they came. */
function toJson(call: Call, args: unknown): JsonObject {
  const copy = copyJson(args);
  return copy.ok && isPlainObject(copy.value) ? (copy.value as JsonObject) : (call.args ?? {});
}
