import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { allow, ask, type Decision, deny } from '../policy/policy.ts';
import { authorise } from './authorise.ts';
import { Ending } from './ending.ts';
import { judgeArguments } from './pass-gate.ts';
import { internalFailure } from './problems.ts';
import { readArguments } from './read-arguments.ts';
import { resolveTool } from './resolve-tool.ts';

/** What a call would meet before it is run, by the phases that it would go through. Nothing is written. */
export async function previewCall(parts: RuntimeParts, call: Call): Promise<Decision> {
  try {
    return await judgeCall(parts, call);
  } catch (error) {
    parts.onFault(error);
    return refused(internalFailure(call, error));
  }
}

async function judgeCall(parts: RuntimeParts, call: Call): Promise<Decision> {
  const tool = await resolveTool(parts, call);
  if (tool instanceof Ending) return refused(tool);
  const decision = await authorise(parts, call, tool);
  if (decision instanceof Ending) return refused(decision);
  call.tool = tool;
  const accepted = await readArguments(parts, call, tool);
  if (accepted instanceof Ending) return refused(accepted);
  const judged = await judgeArguments(parts, call, { tool, accepted, decision });
  if (judged instanceof Ending) return refused(judged);
  const { verdict } = judged.decision;
  if (verdict === 'allow') return allow();
  return verdict === 'ask' ? ask(judged.decision.reason) : deny(judged.decision.reason);
}

function refused({ problem }: Ending): Decision {
  const { message = 'it cannot be called', hint } = problem ?? {};
  return deny(hint === undefined ? message : `${message} ${hint}`);
}
