import { findChangedFields } from '../../core/authority.ts';
import type { Tool } from '../../core/tool.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { authorise } from './authorise.ts';
import { bounded } from './bounded.ts';
import { Ending } from './ending.ts';
import { judgeCall } from './pass-gate.ts';
import { denied, internalFailure } from './problems.ts';
import { resolveTool } from './resolve-tool.ts';

/**
 * Asks everything again about a call that has waited, for a place or for a person: who its caller is by now, whether the
 * tool is there and the same, the policy and the guard. Undefined means that it may go on. Never rejects.
 */
export async function confirmCall(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  call.hasWaited = true;
  try {
    return (await renewCaller(parts, call)) ?? (await confirmTool(parts, call));
  } catch (error) {
    parts.onFault(error);
    return internalFailure(call, error);
  }
}

async function renewCaller(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  const { renewCaller: renew } = parts;
  if (renew === undefined) return undefined;
  const { invocationId, toolName, caller, origin } = call;
  const renewing = (async () => renew({ invocationId, toolName, caller, origin }))();
  const outcome = await bounded(
    parts,
    call,
    renewing.catch((cause: unknown) => ({ verdict: 'deny', reason: COULD_NOT_ASK, cause }) as const),
  );
  if ('ending' in outcome) return outcome.ending;
  const renewed = outcome.value;
  if ('verdict' in renewed) return denied(call, renewed);
  // Whoever answers says what the caller may do, not who it is.
  const { scopes } = renewed;
  if (scopes !== caller.scopes)
    call.caller = Object.freeze({ ...caller, scopes: Object.freeze([...(scopes ?? [])]) });
  return undefined;
}

async function confirmTool(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  const { tool, accepted } = call;
  const now = await resolveTool(parts, call);
  if (now instanceof Ending) return now;
  if (tool === undefined || accepted === undefined || !isSameTool(now, tool)) return replaced(call);
  if (isApproved(call) && now.authorityDigest !== tool.authorityDigest) return replaced(call);
  const decision = await authorise(parts, call, now);
  if (decision instanceof Ending) return decision;
  const judged = await judgeCall(parts, call, { tool: now, accepted, decision });
  if (judged instanceof Ending) return judged;
  const { verdict } = judged.decision;
  if (verdict === 'deny') return denied(call, judged.decision);
  return verdict === 'ask' && !isApproved(call) ? denied(call, { reason: NEEDS_APPROVAL }) : undefined;
}

const COULD_NOT_ASK = 'it could not be found out whether its caller may still call it';
const NEEDS_APPROVAL = 'since it was asked for it needs approval; call it again';

/** Whether a call that was checked for one tool may run as the other. What it requires is asked of the policy. */
function isSameTool(left: Tool, right: Tool): boolean {
  return (
    left === right ||
    (left.digest === right.digest &&
      left.version === right.version &&
      findChangedFields(left.authority, right.authority).every((field) => field === 'requires'))
  );
}

function isApproved({ entry }: Call): boolean {
  return (
    entry?.gates.some((gate) => gate.kind === 'approval' && gate.settlement?.status === 'approved') === true
  );
}

function replaced(call: Call): Ending {
  const message = `Tool "${call.tool?.name}" was changed while the call waited.`;
  return Ending.problem('denied', { code: 'E_TOOL_CHANGED', message });
}
