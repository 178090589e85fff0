import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue } from 'toolcrib';
import { describeRedactions, findRedactions, type Redactor } from 'toolcrib/runtime';
import { fitsWithoutSecrets } from './fits-without-secrets.ts';
import { CALL_ID_META, textContent } from './mcp-result.ts';
import type { RedactedResult } from './other-results.ts';

/** How a JSON result is rendered. */
export interface JsonRendering {
  readonly callId: string;
  readonly redact: Redactor;
  /** The schema that the client was shown; without one the result is text only. */
  readonly outputSchema: JsonObject | undefined;
}

/**
 * JSON as text, and as structured content if the client knows its schema. Both have the same secrets taken out. Where the
 * rest does not fit the schema, the structured content says so and has the text.
 */
export function renderJson(
  value: JsonValue,
  { callId, redact, outputSchema }: JsonRendering,
): CallToolResult {
  const whole = JSON.stringify(value);
  const text = redact(whole);
  const structure = outputSchema === undefined ? {} : { structuredContent: value };
  if (text === whole) return { content: [textContent(text)], ...structure };
  const about = describeRedactions(findRedactions(whole, text));
  const content = [textContent(text), textContent(about)];
  if (outputSchema === undefined) return { content };
  const rest = parse(text);
  if (rest !== undefined && fitsWithoutSecrets(outputSchema, { value, rest })) {
    return { content, structuredContent: rest };
  }
  const message = `${about} The result does not fit the output schema of its tool any more, so it is given as text. A developer can have it shown whole by defining the tool with trusted: true and redact: false.`;
  const redactedResult: RedactedResult = { callId, message, text };
  return {
    _meta: { [CALL_ID_META]: callId },
    content: [textContent(text), textContent(message)],
    structuredContent: { redactedResult },
  };
}

/** What is taken out may have been more than the inside of a string. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // Not JSON any more.
    return undefined;
  }
}
