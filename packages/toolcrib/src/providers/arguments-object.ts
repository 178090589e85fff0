import { copyJson, isJsonObject, type JsonObject } from '../core/json.ts';
import { parseArguments } from '../runtime/path/parse-json.ts';

/** Texts of more characters are not read here; the call path refuses them too. */
const MAX_ARGUMENT_CHARS = 1_000_000;

/** Arguments as a frozen object, from one or from its JSON text; undefined if they are neither. */
export function toArgumentsObject(args: unknown): JsonObject | undefined {
  const read =
    typeof args === 'string' ? parseArguments(args, { maxChars: MAX_ARGUMENT_CHARS }) : copyJson(args);
  return read.ok && isJsonObject(read.value) ? read.value : undefined;
}

/** The same for providers that take nothing but an object: what is none is quoted in one. */
export function forceArgumentsObject(args: unknown): JsonObject {
  return toArgumentsObject(args) ?? quoteArguments(args);
}

/** An object that quotes what is none, so that a model sees what it wrote. */
export function quoteArguments(args: unknown): JsonObject {
  const text = typeof args === 'string' ? args : describe(args);
  return { INVALID_JSON: text.toWellFormed() };
}

/** What JSON cannot say is named only. */
function describe(args: unknown): string {
  const copied = copyJson(args);
  return copied.ok ? JSON.stringify(copied.value) : typeof args;
}
