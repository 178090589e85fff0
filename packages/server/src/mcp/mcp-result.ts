import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';

/** The key in `_meta` for the id of the call that a result is about. */
export const CALL_ID_META = 'toolcrib/callId';
/** The key in `_meta` for the gate that the call waits for. */
export const GATE_ID_META = 'toolcrib/gateId';

/** One text as content. */
export function textContent(text: string): ContentBlock {
  return { type: 'text', text };
}

/** A result in our own words that says what went wrong. */
export function errorResult(text: string, meta?: Readonly<Record<string, string>>): CallToolResult {
  return { ...(meta === undefined ? {} : { _meta: meta }), content: [textContent(text)], isError: true };
}
