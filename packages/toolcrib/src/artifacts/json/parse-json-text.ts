import { Pace } from '../text/pace.ts';
import { findExcess } from './find-excess.ts';
import type { JsonNode } from './json-node.ts';
import { readJsonText } from './read-json-text.ts';

/** A text that cannot be read as JSON: where it ceases to be, and what should be there. Nothing of the text itself. */
export interface JsonTextProblem {
  /** From 1. */
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
  readonly expected: string;
}

export type JsonParsing =
  | { readonly ok: true; readonly node: JsonNode }
  | { readonly ok: false; readonly problem: JsonTextProblem };

export interface JsonParseOptions {
  /** Whether numbers that JavaScript would round come as `LongNumber`. */
  readonly keepDigits: boolean;
}

/** A shorter text cannot take more memory or time than anybody has. */
const CHECKED_LENGTH = 1_048_576;

/**
 * Where a number may begin that is not what `JSON.parse` makes of it: one of many digits, or with a large
 * exponent. Matches inside strings too, which costs time and nothing else. Runs in linear time: a match begins
 * after a character that cannot be inside of one.
 */
const LONG_NUMBER = /(?:^|[:,[\s])-?(?:[\d.]{16}|[\d.]+[eE][+-]?\d{3})/;

/**
 * The value of a JSON text, exactly as `JSON.parse` reads it: the last of equal keys wins, and `__proto__` is a
 * key like any other. That one does the work unless it would lose digits, as it is several times as fast. A large
 * text is refused if it would take far more memory or time than others of its size.
 */
export function parseJsonText(text: string, options: JsonParseOptions): JsonParsing {
  const steps = parseInSteps(text, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same for a text of megabytes, in steps between which others get their turn; the longest is that of `JSON.parse`. */
export async function parseLargeJsonText(
  text: string,
  { signal, ...options }: JsonParseOptions & { readonly signal: AbortSignal | undefined },
): Promise<JsonParsing> {
  const pace = new Pace();
  const steps = parseInSteps(text, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (pace.isDue) await pace.rest();
    signal?.throwIfAborted();
  }
}

function* parseInSteps(text: string, { keepDigits }: JsonParseOptions): Generator<void, JsonParsing> {
  const excess = text.length > CHECKED_LENGTH ? findExcess(text) : undefined;
  if (excess !== undefined) return { ok: false, problem: locate(text, excess) };
  yield;
  const losesDigits = keepDigits && LONG_NUMBER.test(text);
  yield;
  if (!losesDigits) {
    try {
      // JSON.parse gives nothing else.
      return { ok: true, node: JSON.parse(text) as JsonNode };
    } catch {
      // Its message may quote the text and need not say where the problem is.
    }
    yield;
  }
  const reading = yield* readJsonText(text, { keepDigits });
  return reading.ok ? reading : { ok: false, problem: locate(text, reading) };
}

function locate(
  text: string,
  { offset, expected }: { readonly offset: number; readonly expected: string },
): JsonTextProblem {
  let line = 1;
  let lineStart = 0;
  for (;;) {
    const lineFeed = text.indexOf('\n', lineStart);
    if (lineFeed === -1 || lineFeed >= offset) return { line, column: offset - lineStart + 1, expected };
    line++;
    lineStart = lineFeed + 1;
  }
}
