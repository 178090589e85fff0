import type { Artifact } from '../../core/artifact.ts';
import { ToolError } from '../../core/tool-error.ts';
import { readRange } from '../text/read-blocks.ts';
import { type JsonReadOptions, readTextLines } from './json-lines.ts';
import type { JsonNode } from './json-node.ts';
import { type JsonTextProblem, parseJsonText } from './parse-json-text.ts';

/** A document is parsed whole; this many bytes of text are several times as many in memory. */
const MAX_DOCUMENT_BYTES = 33_554_432;

/**
 * The value of an artifact that is one JSON document.
 *
 * @throws ToolError when it is too large, or no JSON.
 */
export async function parseDocument(
  artifact: Artifact,
  { keepDigits, signal }: JsonReadOptions,
): Promise<JsonNode> {
  const { byteLength } = artifact;
  if (byteLength > MAX_DOCUMENT_BYTES) {
    throw new ToolError(
      `The artifact has ${byteLength} bytes, and JSON is read up to ${MAX_DOCUMENT_BYTES}. Ask for its text instead, with artifact_head, artifact_grep or artifact_cat.`,
    );
  }
  const bytes = await readRange(artifact, { maxBytes: byteLength, signal });
  // Without a byte order mark, which JSON does not know.
  const parsing = parseJsonText(new TextDecoder().decode(bytes), { keepDigits });
  if (!parsing.ok) throw noJson(parsing.problem);
  return parsing.node;
}

/**
 * Whether an artifact holds a value per line: its type says so, or its first line is a value with something
 * after it, which no document is. Many tools say the wrong thing, or nothing, about what they give.
 */
export async function isJsonLines(artifact: Artifact, signal: AbortSignal | undefined): Promise<boolean> {
  if (/jsonl|ndjson|json-lines/i.test(artifact.mimeType)) return true;
  let first: string | undefined;
  for await (const lines of readTextLines(artifact, signal)) {
    for (const { text } of lines) {
      if (first !== undefined) return parseJsonText(first, { keepDigits: false }).ok;
      if (text === undefined) return false;
      first = text;
    }
  }
  return false;
}

/** What is wrong with a text. Quotes nothing: it is that of a stranger, and this is said in our own name. */
export function describeProblem({ line, column, expected }: JsonTextProblem): string {
  return `expected ${expected} at line ${line}, column ${column}`;
}

export function noJson(problem: JsonTextProblem): ToolError {
  return new ToolError(
    `The artifact cannot be read as JSON: ${describeProblem(problem)}. Ask for its text instead, with artifact_grep or artifact_cat.`,
  );
}
