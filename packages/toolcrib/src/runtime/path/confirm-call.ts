import { findChangedFields, type ToolAuthority } from '../../core/authority.ts';
import type { Tool } from '../../core/tool.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { authorise } from './authorise.ts';
import { bounded } from './bounded.ts';
import { Ending } from './ending.ts';
import { judgeCall } from './pass-gate.ts';
import { denied, internalFailure } from './problems.ts';
import { resolveTool } from './resolve-tool.ts';

/** What was found out about a call is relied on for so long, in milliseconds; about as long as a service does of a key. */
const CONFIRMED_FOR_MS = 1_000;

/** How often everything is asked if the caller or the tool changes while the policy is asked. */
const MAX_ROUNDS = 3;

/**
 * Whether so much time has passed since a call was made, or was last asked about, that it is to be asked about again before
 * its handler goes on: behind other calls of its batch, in a slow policy or schema, or while the ledger was written.
 */
export function isOutdated({ clock }: Pick<RuntimeParts, 'clock'>, { confirmedAt }: Call): boolean {
  return clock.elapsed() - confirmedAt > CONFIRMED_FOR_MS;
}

/**
 * Whether the tool is there as it was when everything was last asked. Needs no promise, so that it can be the last thing that is
 * looked at before a handler goes on.
 */
export function isToolConfirmed({ resolver }: Pick<RuntimeParts, 'resolver'>, call: Call): boolean {
  const { toolName, confirmedTool = call.tool } = call;
  try {
    const now = resolver.resolve(toolName);
    return now !== null && confirmedTool !== undefined && isUnchanged(now, confirmedTool);
  } catch {
    // The code that asks everything again learns of it.
    return false;
  }
}

/**
 * Asks everything again about a call that has waited, for a place or for a person: who its caller is by now, whether the
 * tool is there and the same, the policy and the guard. Undefined means that it may go on. Never rejects.
 */
export async function confirmCall(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  call.hasWaited = true;
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const refused = (await renewCaller(parts, call)) ?? (await confirmTool(parts, call));
      if (refused !== undefined) return refused;
      const { scopes } = call.caller;
      // A policy can take long; what was known before it was asked may not be so any more.
      const lost = isOutdated(parts, call) ? await renewCaller(parts, call) : undefined;
      if (lost !== undefined) return lost;
      if (hasScopes(call, scopes) && isToolConfirmed(parts, call)) return undefined;
    }
    return denied(call, { reason: KEEPS_CHANGING });
  } catch (error) {
    return internalFailure(call, error);
  }
}

async function renewCaller(parts: RuntimeParts, call: Call): Promise<Ending | undefined> {
  const { renewCaller: renew } = parts;
  call.confirmedAt = parts.clock.elapsed();
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
  if (verdict === 'ask' && !isApproved(call)) return denied(call, { reason: NEEDS_APPROVAL });
  call.confirmedTool = now;
  return undefined;
}

const COULD_NOT_ASK = 'it could not be found out whether its caller may still call it';
const KEEPS_CHANGING = 'what it may do changes again and again; call it again';
const NEEDS_APPROVAL = 'since it was asked for it needs approval; call it again';

/** Whether a policy that was asked about these scopes was asked about the ones of the caller. */
function hasScopes({ caller }: Call, scopes: readonly string[] = []): boolean {
  const own = caller.scopes ?? [];
  return own === scopes || (own.length === scopes.length && own.every((scope, i) => scope === scopes[i]));
}

/** Whether a policy that was asked about one tool was asked about the other. */
function isUnchanged(left: Tool, right: Tool): boolean {
  return (
    left === right ||
    (left.digest === right.digest &&
      left.version === right.version &&
      left.authorityDigest === right.authorityDigest)
  );
}

/** Whether a call that was checked for one tool may run as the other. What a policy judges is asked of it again. */
function isSameTool(left: Tool, right: Tool): boolean {
  return (
    left === right ||
    (left.digest === right.digest &&
      left.version === right.version &&
      findChangedFields(left.authority, right.authority).every((field) => judged.includes(field)))
  );
}

const judged: readonly (keyof ToolAuthority)[] = ['requires', 'gateTimeoutMs', 'autonomy'];

function isApproved({ entry }: Call): boolean {
  return (
    entry?.gates.some((gate) => gate.kind === 'approval' && gate.settlement?.status === 'approved') === true
  );
}

function replaced(call: Call): Ending {
  const message = `Tool "${call.tool?.name}" was changed while the call waited.`;
  return Ending.problem('denied', { code: 'E_TOOL_CHANGED', message });
}
