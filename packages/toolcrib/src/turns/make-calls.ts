import type { CallRecord } from '../runtime/call-record.ts';
import type { AssistantMessage, RenderedResult } from '../runtime/model/model-message.ts';
import type { ModelPart, ModelRendering } from '../runtime/render/render-for-model.ts';
import { type DispatchTools, isQueryable } from './dispatch-tools.ts';
import type { RunnerParts } from './runner-parts.ts';
import type { TurnState } from './turn-state.ts';

/**
 * Makes the calls that the model proposes, and tells the conversation what became of them. Each has its record and its
 * result there, also when the turn is interrupted.
 */
export async function makeCalls(
  parts: RunnerParts,
  turn: TurnState,
  { tools, message }: { readonly tools: DispatchTools; readonly message: AssistantMessage },
): Promise<readonly CallRecord[]> {
  const { caller, turnId } = turn;
  const { signal } = turn.interruption;
  const requests = message.calls.map(({ tool, args, providerCallId, isTruncated }) => ({
    ...{ tool, args, providerCallId, isTruncated, caller, turnId, signal },
  }));
  for (const { tool } of requests) if (tools.resolve(tool) !== null) turn.calledNames.add(tool);
  const records = await tools.runtime.callAll(requests);
  turn.addRecords(records);
  tools.forge(records);
  const results = records.map((record) => renderRecord(parts, tools, record));
  turn.messages.push({ role: 'tool', results });
  return records;
}

function renderRecord(parts: RunnerParts, tools: DispatchTools, record: CallRecord): RenderedResult {
  const { providerCallId, invocationId, toolName: tool } = record;
  const rendering = render(parts, record);
  const hint = isQueryable(record) ? describeQueries(tools, record) : undefined;
  return {
    providerCallId: providerCallId ?? invocationId,
    tool,
    rendering: hint === undefined ? rendering : { ...rendering, parts: [...rendering.parts, hint] },
  };
}

/** What could not be rendered, because a redactor threw for example, is not shown. */
function render({ runtime, onFault }: RunnerParts, record: CallRecord): ModelRendering {
  try {
    return runtime.renderForModel(record);
  } catch (error) {
    onFault(error);
    const text = `The result cannot be shown (reference ${record.invocationId}).`;
    return { isError: !record.isOk, parts: [{ type: 'text', text }] };
  }
}

/** How to go on where the preview ends. */
function describeQueries(tools: DispatchTools, { result }: CallRecord): ModelPart | undefined {
  const names = tools.forgedNames.filter((name) => name === 'artifact_grep' || name === 'artifact_cat');
  if (result?.kind !== 'artifact' || names.length === 0) return undefined;
  const id = encodeURIComponent(String(result.artifact.id).toWellFormed());
  const text = `To read more of it, call ${names.join(', ')} or another of the artifact_ tools with artifacts: ["${id}"].`;
  return { type: 'text', text };
}
