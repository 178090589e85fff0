import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallRecord } from 'toolcrib/runtime';
import type { CallView } from '../calls/call-desk.ts';
import { decodeText } from '../http/decode-text.ts';
import type { McpParts } from './mcp-parts.ts';
import type { McpSession } from './mcp-session.ts';
import { readBounded } from './read-bounded.ts';
import { renderRecord } from './render-record.ts';

/** Longer than it takes to store media after the end of their call, in milliseconds. */
const STORING_MS = 10_000;

/**
 * Stores the result of a task once its call has ended, if it has media: the ledger keeps only what they were, and their
 * client asks for the result later, at any process. Never rejects.
 */
export async function keepMedia(
  parts: McpParts,
  session: McpSession,
  ended: Promise<CallRecord>,
): Promise<void> {
  const record = await ended.catch(() => undefined);
  if (record?.result?.kind !== 'media') return;
  const { resolver, runtime } = session.view;
  try {
    const tool = resolver.resolve(record.toolName);
    const result = await renderRecord(record, { parts, session, era: 'modern', tool });
    const bytes = new TextEncoder().encode(JSON.stringify(result));
    await runtime.artifacts.put(bytes, { id: toId(record.invocationId), mimeType: 'application/json' });
  } catch (error) {
    parts.onFault(error);
  }
}

/** The stored result of a task; undefined if it has no media, or they are not kept. The caller of the call has been checked. */
export async function loadMedia(session: McpSession, call: CallView): Promise<CallToolResult | undefined> {
  if (call.result?.kind !== 'media') return undefined;
  const artifact = await session.view.runtime.artifacts.get(toId(call.id));
  const bytes = artifact && (await readBounded(artifact.stream(), artifact.byteLength));
  const text = bytes && decodeText(bytes);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Whether media that are not there may be on their way. */
export function mayBeStoring({ clock }: Pick<McpParts, 'clock'>, { result, endedAt }: CallView): boolean {
  return result?.kind === 'media' && clock.now() - Date.parse(endedAt ?? '') < STORING_MS;
}

/** No id of a call or of a large result has a colon. */
function toId(callId: string): string {
  return `mcp-media:${callId}`;
}
