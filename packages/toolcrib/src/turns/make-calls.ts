import { isQueryable } from '../artifacts/known-artifacts.ts';
import type { ArtifactDescription } from '../core/artifact.ts';
import type { ToolDescription } from '../core/tool.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { CallRequest } from '../runtime/call-request.ts';
import type { AssistantMessage, ModelCall, RenderedResult } from '../runtime/model/model-message.ts';
import { neutraliseMarks } from '../runtime/render/envelope.ts';
import type { ModelRendering } from '../runtime/render/render-for-model.ts';
import { toShownId } from '../runtime/render/to-shown-id.ts';
import { isText } from '../runtime/spool/is-text.ts';
import type { DispatchTools } from './dispatch-tools.ts';
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
  const records = await tools.runtime.callAll(message.calls.map((call) => toRequest(turn, tools, call)));
  turn.addRecords(records);
  const hint = records.some(isQueryable) ? await findHint(parts, turn, { tools, records }) : undefined;
  const results = records.map((record) => renderRecord(parts, record, hint));
  const settled = tools.discovery?.settle(results, { calls: message.calls, records }) ?? results;
  turn.messages.push({ role: 'tool', results: settled });
  return records;
}

function toRequest(
  { caller, turnId, interruption, calledNames }: TurnState,
  tools: DispatchTools,
  call: ModelCall,
): CallRequest {
  if (!calledNames.has(call.tool) && tools.resolve(call.tool) !== null) calledNames.add(call.tool);
  const { providerCallId, isTruncated } = call;
  const { tool, args } = tools.discovery?.toMeantCall(call) ?? call;
  const { signal } = interruption;
  return { tool, args, providerCallId, isTruncated, caller, turnId, signal };
}

/** An artifact that lies about itself, or a policy that hangs, must not cost the calls their results. */
async function findHint(
  { onFault }: RunnerParts,
  { interruption }: TurnState,
  { tools, records }: { readonly tools: DispatchTools; readonly records: readonly CallRecord[] },
): Promise<string | undefined> {
  try {
    tools.forge(records);
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
  const name = toShownId(id);
  const text = `${hint} with artifacts: ["${name}"].`;
  if (name.length > MAX_ID_LENGTH || neutraliseMarks(name, NO_NONCE) !== name) return rendering;
  return { ...rendering, parts: [...rendering.parts, { type: 'text', text }] };
}

const MAX_ID_LENGTH = 256;
/** Nothing but the marks is looked for. */
const NO_NONCE = 'no-nonce-here';
