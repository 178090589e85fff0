import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject, Tool } from 'toolcrib';
import type { CallRecord, CallResult, Runtime } from 'toolcrib/runtime';
import { decodeText } from '../http/decode-text.ts';
import type { McpParts } from './mcp-parts.ts';
import { errorResult, keepText, redactedContent, textContent } from './mcp-result.ts';
import type { McpEra, McpSession } from './mcp-session.ts';
import { renderArtifact } from './render-artifact.ts';
import { renderJson } from './render-json.ts';
import { embedResource, renderMedia } from './render-media.ts';
import { renderedOutputSchema } from './to-mcp-tool.ts';

/** For whom a call is rendered. */
export interface RecordRendering {
  readonly parts: Pick<McpParts, 'calls' | 'maxResultBytes' | 'onFault'>;
  readonly session: McpSession;
  readonly era: McpEra;
  /** The tool that was called; null if there is none any more. */
  readonly tool: Tool | null;
}

/**
 * A call that has ended, as an MCP client gets it. Secrets are taken out. What a tool gave is in no envelope: whoever
 * shows it to a model knows where it comes from, and decides.
 */
export async function renderRecord(record: CallRecord, options: RecordRendering): Promise<CallToolResult> {
  const { session, era, tool } = options;
  const { runtime } = session.view;
  const { result } = record;
  if (result === undefined) return errorResult(ownWords(record, runtime));
  const outputSchema = renderedOutputSchema(tool, era, result);
  return await renderResult(result, { ...options, record, runtime, outputSchema });
}

interface ResultRendering extends RecordRendering {
  readonly record: CallRecord;
  readonly runtime: Runtime;
  readonly outputSchema: JsonObject | undefined;
}

async function renderResult(
  result: CallResult,
  { parts, session, record, runtime, outputSchema }: ResultRendering,
): Promise<CallToolResult> {
  const redact = record.isRedacted ? runtime.host.redact : keepText;
  const { invocationId } = record;
  switch (result.kind) {
    case 'text':
      return { content: redactedContent(result.text, redact) };
    case 'json':
      return renderJson(result.value, { callId: invocationId, redact, outputSchema });
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
      const { artifact, preview } = result;
      const whose = { parts, session, callId: invocationId };
      return await renderArtifact({ ...whose, artifact, preview, redact, outputSchema });
    }
    case 'omitted':
      return { content: [textContent(ownWords(record, runtime))] };
  }
}

/** What a model would read of it besides a result: the problem, or that the result was not kept. */
function ownWords(record: CallRecord, runtime: Runtime): string {
  return runtime
    .renderForModel(record)
    .parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join(' ');
}
