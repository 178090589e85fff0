import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonValue, ValidationIssue } from 'toolcrib';
import type { Redactor } from 'toolcrib/runtime';
import type { CallResultView, CallView } from '../calls/call-desk.ts';
import { decodeText } from '../http/decode-text.ts';
import type { ToolView } from '../tenants/tenant-room.ts';
import {
  CALL_ID_META,
  errorResult,
  GATE_ID_META,
  keepText,
  redactedContent,
  textContent,
} from './mcp-result.ts';
import { renderJson } from './render-json.ts';
import { embedResource } from './render-media.ts';

/** A call as it stands, wherever it ran: its result, what went wrong, or that it has not ended yet. */
export async function renderCallView(
  call: CallView,
  view: Pick<ToolView, 'runtime' | 'resolver'>,
): Promise<CallToolResult> {
  const { id, error, result } = call;
  const { redact } = view.runtime.host;
  if (error !== null) {
    const issues = error.issues.map((issue) => `- ${describeIssue(issue)}`);
    return errorResult(redact([error.message, ...issues].join('\n')));
  }
  if (result !== null) {
    const isWhole = await isShownWhole(call, view);
    return renderResult(result, { id, redact: isWhole ? keepText : redact });
  }
  if (call.endedAt !== null)
    return { content: [textContent(`Call ${id} has ended; its result was not kept.`)] };
  return renderOpen(call);
}

/** Whether the tool that gave a result shows it whole. Through another toolset another tool may have its name. */
async function isShownWhole(
  { id, tool }: CallView,
  { runtime, resolver }: Pick<ToolView, 'runtime' | 'resolver'>,
): Promise<boolean> {
  if (resolver.resolve(tool)?.redact !== false) return false;
  try {
    return !(await runtime.wait(id)).isRedacted;
  } catch {
    // Of a call that is not in the ledger it is not known which tool it was.
    return false;
  }
}

function renderOpen({ id, state, gates }: CallView): CallToolResult {
  const gate = gates.find(({ status }) => status === 'open');
  const meta = { [CALL_ID_META]: id };
  if (gate === undefined) {
    return { _meta: meta, content: [textContent(`Call ${id} has not ended yet; it is ${state}.`)] };
  }
  const text = `Call ${id} still waits at gate ${gate.id} ("${gate.name}"), until ${gate.expiresAt}.`;
  return { _meta: { ...meta, [GATE_ID_META]: gate.id }, content: [textContent(text)] };
}

function renderResult(
  result: CallResultView,
  { id, redact }: { readonly id: string; readonly redact: Redactor },
): CallToolResult {
  switch (result.kind) {
    case 'text':
      return { content: redactedContent(result.text, redact) };
    case 'json':
      // What comes from the network as JSON is JSON.
      return renderJson(result.value as JsonValue, { redact, outputSchema: undefined });
    case 'bytes': {
      const bytes = Buffer.from(result.base64, 'base64');
      const text = decodeText(bytes);
      const place = { mimeType: 'application/octet-stream', invocationId: id, index: 0 };
      return { content: text === undefined ? [embedResource(bytes, place)] : redactedContent(text, redact) };
    }
    case 'media':
    case 'artifact': {
      const preview =
        result.kind === 'artifact' && result.preview !== '' ? [textContent(redact(result.preview))] : [];
      const rest = textContent(`All of the result can be downloaded over HTTP as the result of call ${id}.`);
      return { _meta: { [CALL_ID_META]: id }, content: [...preview, rest] };
    }
  }
}

function describeIssue(issue: unknown): string {
  const { path, message } = Object(issue) as Partial<ValidationIssue>;
  const place = Array.isArray(path) && path.length > 0 ? `${path.join('.')}: ` : '';
  return `${place}${typeof message === 'string' ? message : 'is wrong'}`;
}
