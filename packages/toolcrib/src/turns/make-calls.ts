import { isText } from '../artifacts/text/is-text.ts';
import type { ArtifactDescription } from '../core/artifact.ts';
import type { ToolDescription } from '../core/tool.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { AssistantMessage, RenderedResult } from '../runtime/model/model-message.ts';
import type { ModelRendering } from '../runtime/render/render-for-model.ts';
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
  const hint = records.some(isQueryable) ? describeQueries(await tools.describeQueries()) : undefined;
  const results = records.map((record) => renderRecord(parts, record, hint));
  turn.messages.push({ role: 'tool', results });
  return records;
}

function renderRecord(parts: RunnerParts, record: CallRecord, hint: string | undefined): RenderedResult {
  const { providerCallId, invocationId, toolName: tool, result } = record;
  const rendering = render(parts, record);
  const isReadable = isQueryable(record) && result?.kind === 'artifact' && isText(result.artifact.mimeType);
  return {
    providerCallId: providerCallId ?? invocationId,
    tool,
    rendering: hint !== undefined && isReadable ? withHint(rendering, hint, result.artifact) : rendering,
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

/** How to go on where the preview ends, if there is a way. */
function describeQueries(queries: readonly ToolDescription[]): string | undefined {
  const names = queries
    .map(({ name }) => name)
    .filter((name) => name === 'artifact_grep' || name === 'artifact_cat');
  return names.length === 0
    ? undefined
    : `To read more of it, call ${names.join(', ')} or another of the artifact_ tools`;
}

function withHint(rendering: ModelRendering, hint: string, { id }: ArtifactDescription): ModelRendering {
  const text = `${hint} with artifacts: ["${encodeURIComponent(String(id).toWellFormed())}"].`;
  return { ...rendering, parts: [...rendering.parts, { type: 'text', text }] };
}
