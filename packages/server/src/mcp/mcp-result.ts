import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { describeRedactions, findRedactions, type Redactor } from 'toolcrib/runtime';

/** The key in `_meta` for the id of the call that a result is about. */
export const CALL_ID_META = 'toolcrib/callId';
/** The key in `_meta` for the gate that the call waits for. */
export const GATE_ID_META = 'toolcrib/gateId';

/** One text as content. */
export function textContent(text: string): ContentBlock {
  return { type: 'text', text };
}

/** For tools whose results are shown as they are. */
export const keepText: Redactor = (text) => text;

/** A text of a tool without its secrets, and what was taken out, if anything was. */
export function redactedContent(text: string, redact: Redactor): ContentBlock[] {
  const clean = redact(text);
  const content = [textContent(clean)];
  if (clean !== text) content.push(textContent(describeRedactions(findRedactions(text, clean))));
  return content;
}

/** A result in our own words that says what went wrong. */
export function errorResult(text: string, meta?: Readonly<Record<string, string>>): CallToolResult {
  return { ...(meta === undefined ? {} : { _meta: meta }), content: [textContent(text)], isError: true };
}
