import { type JsonValue, ToolError } from 'toolcrib';

const MAX_DEPTH = 64;

/**
 * JSON that came as text, and that can be part of a result.
 *
 * @throws ToolError for what is no JSON, nested too deeply, or has a key that some programs trip over.
 */
export function parseJsonText(text: string): JsonValue {
  const value = parse(text);
  // Level by level and without recursion: the depth is what is being found out.
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw refuse(`The JSON is nested deeper than ${MAX_DEPTH} levels.`);
    level = level.flatMap(childrenOf);
  }
  return value;
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw refuse('The JSON has half of a character in a text.');
    return [];
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw refuse('The JSON has a number that is too large.');
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.some((key) => key === '__proto__' || !key.isWellFormed())) {
    throw refuse('The JSON has a key that cannot be handled safely.');
  }
  return Object.values(value);
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The message of the parser repeats parts of the text.
    throw refuse('The text is no JSON.', cause);
  }
}

function refuse(message: string, cause?: unknown): ToolError {
  return new ToolError(message, { cause, changedNothing: true });
}
