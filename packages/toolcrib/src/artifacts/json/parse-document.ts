import type { Artifact } from '../../core/artifact.ts';
import { ToolError } from '../../core/tool-error.ts';
import { Pace } from '../text/pace.ts';
import { readRange } from '../text/read-blocks.ts';
import { type JsonReadOptions, readTextLines } from './json-lines.ts';
import type { JsonNode } from './json-node.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { type JsonTextProblem, parseJsonText, parseLargeJsonText } from './parse-json-text.ts';

/** An artifact that may be one JSON document. */
export interface JsonSource {
  readonly artifact: Artifact;
  /** Those that ask at the same time read it one after another: each has all of it in memory. */
  readonly documents: OneAtATime;
}

/** A document is parsed whole; this many bytes of text are several times as many in memory. */
const MAX_DOCUMENT_BYTES = 16_777_216;

/** Less is parsed in no time. */
const RESTLESS_BYTES = 65_536;

/**
 * The value of an artifact that is one JSON document.
 *
 * @throws ToolError when it is too large, or no JSON.
 */
export async function parseDocument(
  { artifact, documents }: JsonSource,
  { keepDigits, signal }: JsonReadOptions,
): Promise<JsonNode> {
  const { byteLength } = artifact;
  if (byteLength > MAX_DOCUMENT_BYTES) {
    throw new ToolError(
      `The artifact has ${byteLength} bytes, and JSON is read up to ${MAX_DOCUMENT_BYTES}. Ask for its text instead, with artifact_head, artifact_grep or artifact_cat.`,
    );
  }
  return documents.run(async () => {
    const bytes = await readRange(artifact, { maxBytes: byteLength, signal });
    // Others get their turn before it, also between two documents.
    if (byteLength > RESTLESS_BYTES) await new Pace().rest();
    signal?.throwIfAborted();
    // Without a byte order mark, which JSON does not know.
    const parsing = await parseLargeJsonText(new TextDecoder().decode(bytes), { keepDigits, signal });
    if (!parsing.ok) throw noJson(parsing.problem);
    return parsing.node;
  });
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
