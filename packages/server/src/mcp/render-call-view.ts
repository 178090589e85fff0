import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue, ValidationIssue } from 'toolcrib';
import type { Redactor } from 'toolcrib/runtime';
import type { CallResultView, CallView } from '../calls/call-desk.ts';
import { decodeText } from '../http/decode-text.ts';
import { isShownWhole } from './is-shown-whole.ts';
import type { McpParts } from './mcp-parts.ts';
import {
  CALL_ID_META,
  errorResult,
  GATE_ID_META,
  keepText,
  redactedContent,
  textContent,
} from './mcp-result.ts';
import type { McpSession } from './mcp-session.ts';
import { openStoredResult } from './open-stored-result.ts';
import { renderArtifact } from './render-artifact.ts';
import { renderJson } from './render-json.ts';
import { embedResource } from './render-media.ts';

/** For whom a call is rendered. */
export interface CallRendering {
  readonly parts: Pick<McpParts, 'calls' | 'maxResultBytes' | 'onFault'>;
  readonly session: McpSession;
  /** The schema of structured content that the client was shown. @default the result is text only */
  readonly outputSchema?: JsonObject | undefined;
}

/** A call as it stands, wherever it ran: its result, what went wrong, or that it has not ended yet. */
export async function renderCallView(call: CallView, options: CallRendering): Promise<CallToolResult> {
  const { id, error, result } = call;
  const { view } = options.session;
  const { redact } = view.runtime.host;
  if (error !== null) {
    const issues = error.issues.map((issue) => `- ${describeIssue(issue)}`);
    return errorResult(redact([error.message, ...issues].join('\n')));
  }
  if (result !== null) {
    const isWhole = await isShownWhole(call, view);
    return await renderResult(result, { ...options, id, redact: isWhole ? keepText : redact });
  }
  if (call.endedAt !== null)
    return { content: [textContent(`Call ${id} has ended; its result was not kept.`)] };
  return renderOpen(call);
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

interface ResultRendering extends CallRendering {
  readonly id: string;
  readonly redact: Redactor;
}

async function renderResult(result: CallResultView, rendering: ResultRendering): Promise<CallToolResult> {
  const { id, redact, outputSchema } = rendering;
  switch (result.kind) {
    case 'text':
      return { content: redactedContent(result.text, redact) };
    case 'json':
      // What comes from the network as JSON is JSON.
      return renderJson(result.value as JsonValue, { callId: id, redact, outputSchema });
    case 'bytes': {
      const bytes = Buffer.from(result.base64, 'base64');
      const text = decodeText(bytes);
      const place = { mimeType: 'application/octet-stream', invocationId: id, index: 0 };
      return { content: text === undefined ? [embedResource(bytes, place)] : redactedContent(text, redact) };
    }
    case 'media':
      return notKept(id, '');
    case 'artifact': {
      const { parts, session } = rendering;
      const { preview } = result;
      const stored = await openStoredResult(parts, session, id);
      if (stored === undefined) return notKept(id, redact(preview));
      const { artifact } = stored;
      return await renderArtifact({ parts, session, callId: id, artifact, preview, redact, outputSchema });
    }
  }
}

function notKept(id: string, preview: string): CallToolResult {
  const shown = preview === '' ? [] : [textContent(preview)];
  const text = `Call ${id} has ended; ${preview === '' ? 'its result' : 'the rest of its result'} is not kept.`;
  return { _meta: { [CALL_ID_META]: id }, content: [...shown, textContent(text)] };
}

function describeIssue(issue: unknown): string {
  const { path, message } = Object(issue) as Partial<ValidationIssue>;
  const place = Array.isArray(path) && path.length > 0 ? `${path.join('.')}: ` : '';
  return `${place}${typeof message === 'string' ? message : 'is wrong'}`;
}
