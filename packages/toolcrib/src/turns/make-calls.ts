import { isText } from '../artifacts/text/is-text.ts';
import type { ArtifactDescription } from '../core/artifact.ts';
import type { ToolDescription } from '../core/tool.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { AssistantMessage, RenderedResult } from '../runtime/model/model-message.ts';
import { neutraliseMarks } from '../runtime/render/envelope.ts';
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
  const hint = await findHint(parts, turn, { tools, records });
  const results = records.map((record) => renderRecord(parts, record, hint));
  turn.messages.push({ role: 'tool', results });
  return records;
}

/** An artifact that lies about itself, or a policy that hangs, must not cost the calls their results. */
async function findHint(
  { onFault }: RunnerParts,
  { interruption }: TurnState,
  { tools, records }: { readonly tools: DispatchTools; readonly records: readonly CallRecord[] },
): Promise<string | undefined> {
  try {
    tools.forge(records);
    if (!records.some(isQueryable)) return undefined;
    const waited = await interruption.wait(tools.describeQueries());
    return 'value' in waited ? describeQueries(waited.value) : undefined;
  } catch (error) {
    onFault(error);
    return undefined;
  }
}

function renderRecord(parts: RunnerParts, record: CallRecord, hint: string | undefined): RenderedResult {
  const { providerCallId, invocationId, toolName: tool, result } = record;
  const rendering = render(parts, record);
  const isReadable =
    isQueryable(record) && result?.kind === 'artifact' && isText(String(result.artifact.mimeType));
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

/** An id that cannot be shown as it is leads nowhere. */
function withHint(rendering: ModelRendering, hint: string, { id }: ArtifactDescription): ModelRendering {
  const name = encodeURIComponent(String(id).toWellFormed());
  const text = `${hint} with artifacts: ["${name}"].`;
  if (name.length > MAX_ID_LENGTH || neutraliseMarks(name, NO_NONCE) !== name) return rendering;
  return { ...rendering, parts: [...rendering.parts, { type: 'text', text }] };
}

const MAX_ID_LENGTH = 256;
/** Nothing but the marks is looked for. */
const NO_NONCE = 'no-nonce-here';
