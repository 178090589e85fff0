import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject, Tool } from 'toolcrib';
import type { CallRecord, CallResult, Runtime } from 'toolcrib/runtime';
import { decodeText } from '../http/decode-text.ts';
import { CALL_ID_META, errorResult, keepText, redactedContent, textContent } from './mcp-result.ts';
import type { McpEra } from './mcp-session.ts';
import { renderJson } from './render-json.ts';
import { embedResource, renderMedia } from './render-media.ts';
import { shownOutputSchema } from './to-mcp-tool.ts';

/** For whom a call is rendered. */
export interface RecordRendering {
  readonly runtime: Runtime;
  readonly era: McpEra;
  /** The tool that was called; null if there is none any more. */
  readonly tool: Tool | null;
}

/**
 * A call that has ended, as an MCP client gets it. Secrets are taken out. What a tool gave is in no envelope: whoever
 * shows it to a model knows where it comes from, and decides.
 */
export async function renderRecord(record: CallRecord, options: RecordRendering): Promise<CallToolResult> {
  const { runtime, era, tool } = options;
  const { result } = record;
  if (result === undefined) return errorResult(ownWords(record, runtime));
  const outputSchema = tool === null ? undefined : shownOutputSchema(tool, era);
  return await renderResult(result, { record, runtime, outputSchema });
}

interface ResultRendering {
  readonly record: CallRecord;
  readonly runtime: Runtime;
  readonly outputSchema: JsonObject | undefined;
}

async function renderResult(
  result: CallResult,
  { record, runtime, outputSchema }: ResultRendering,
): Promise<CallToolResult> {
  const redact = record.isRedacted ? runtime.host.redact : keepText;
  const { invocationId } = record;
  switch (result.kind) {
    case 'text':
      return { content: redactedContent(result.text, redact) };
    case 'json':
      return renderJson(result.value, { redact, outputSchema });
    case 'bytes': {
      const text = decodeText(result.bytes);
      const place = { mimeType: 'application/octet-stream', invocationId, index: 0 };
      return {
        content: text === undefined ? [embedResource(result.bytes, place)] : redactedContent(text, redact),
      };
    }
    case 'media': {
      // Media that are not ours have a warning before them, which no client could give by itself.
      const { parts } = runtime.renderForModel(record);
      const rendered = parts.map((part, index) =>
        part.type === 'text' ? textContent(part.text) : renderMedia(part.media, { invocationId, index }),
      );
      return { content: await Promise.all(rendered) };
    }
    case 'artifact': {
      const preview = result.preview === '' ? [] : [textContent(redact(result.preview))];
      const rest = `${ownWords(record, runtime)} All of it can be downloaded over HTTP as the result of call ${invocationId}.`;
      return { _meta: { [CALL_ID_META]: invocationId }, content: [...preview, textContent(rest)] };
    }
    case 'omitted':
      return { content: [textContent(ownWords(record, runtime))] };
  }
}

/** What a model would read of it besides the result: the problem, or what is stored where and was redacted. */
function ownWords(record: CallRecord, runtime: Runtime): string {
  const hasPreview = record.result?.kind === 'artifact' && record.result.preview !== '';
  const words = runtime.renderForModel(record).parts.slice(hasPreview ? 1 : 0);
  return words.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ');
}
