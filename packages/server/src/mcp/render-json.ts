import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue } from 'toolcrib';
import type { Redactor } from 'toolcrib/runtime';
import { redactedContent } from './mcp-result.ts';

/** How a JSON result is rendered. */
export interface JsonRendering {
  readonly redact: Redactor;
  /** The schema that the client was shown; without one the result is text only. */
  readonly outputSchema: JsonObject | undefined;
}

/** JSON as text, and as structured content if the client knows its schema. Both have the same secrets taken out. */
export function renderJson(value: JsonValue, { redact, outputSchema }: JsonRendering): CallToolResult {
  const text = JSON.stringify(value);
  const content = redactedContent(text, redact);
  if (outputSchema === undefined) return { content };
  const clean = redact(text);
  const structuredContent = clean === text ? value : (parse(clean) ?? redactStrings(value, redact));
  return { content, structuredContent };
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

function redactStrings(value: JsonValue, redact: Redactor): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactStrings(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactStrings(item, redact)]));
}
