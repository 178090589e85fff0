import { cutText } from '../core/cut-text.ts';
import { ConfigError } from '../core/errors.ts';
import { formatIssues } from '../core/issue.ts';
import {
  copyJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
} from '../core/json.ts';
import { describe, type Fail } from './field-reader.ts';
import { readAuthority } from './spec-authority.ts';
import type { ToolSpec } from './tool-spec.ts';

const MAX_NAME_LENGTH = 256;
const MAX_TITLE_LENGTH = 256;
const MAX_DESCRIPTION_LENGTH = 32_768;
const MAX_TAGS = 64;
const MAX_TAG_LENGTH = 128;
const MAX_VERSION_LENGTH = 128;
/** Of the JSON text of one spec. */
const MAX_SPEC_LENGTH = 1_048_576;
/** Of what a character can become in JSON text, as in `\u0000`. */
const MAX_ESCAPE_LENGTH = 6;
/** Of a number, a truth value or null in JSON text. */
const MAX_PRIMITIVE_LENGTH = 25;

/** White space and what cannot be seen: two names that look the same must not differ by it. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u;

/** A check of one field: what it must be, if it is not that. */
type FieldCheck = (value: JsonValue) => string | undefined;

/** In the order in which a spec has them. */
const checks: Readonly<Record<keyof ToolSpec, FieldCheck>> = {
  name: checkName,
  version: checkText(1, MAX_VERSION_LENGTH),
  title: checkText(0, MAX_TITLE_LENGTH),
  description: checkText(0, MAX_DESCRIPTION_LENGTH),
  inputSchema: checkObject,
  outputSchema: checkObject,
  annotations: checkObject,
  tags: checkTags,
  // What it must be is found out where it gets its defaults.
  authority: checkObject,
};
const fieldChecks = Object.entries(checks);
const required: readonly string[] = ['name', 'inputSchema', 'outputSchema'] satisfies (keyof ToolSpec)[];

/**
 * A frozen copy of a spec that may come from anywhere, each value read once. Fields that are `undefined` count as absent.
 * The order of keys inside the schemas is kept.
 *
 * @throws ConfigError `E_INVALID_SPEC` with `context.field`, and `context.toolName` if the name is a legal one.
 */
export function readSpec(value: unknown): ToolSpec {
  if (isSurelyTooLong(value)) throw tooLong(value);
  const copy = copyJson(value);
  if (!copy.ok && copy.issues[0]?.path.length !== 0) {
    const field = String(copy.issues[0]?.path[0] ?? '');
    throw invalid(nameOf(value), field, `must be JSON: ${formatIssues(copy.issues)}`);
  }
  if (!copy.ok || !isJsonObject(copy.value)) {
    const message = 'A spec is a plain object; one of a tool is made with toSpec().';
    throw new ConfigError('E_INVALID_SPEC', message, { context: { field: '' } });
  }
  return checkSpec(copy.value);
}

/**
 * The spec of fields that are deeply frozen JSON, or `undefined`, already: they are not copied.
 *
 * @throws as `readSpec` does.
 */
export function checkSpec(fields: Readonly<Record<string, JsonValue | undefined>>): ToolSpec {
  const spec: Record<string, JsonValue> = {};
  for (const [field, check] of fieldChecks) {
    const item = fields[field];
    if (item === undefined) {
      if (required.includes(field)) {
        const hint = field === 'outputSchema' ? '; {} promises nothing' : '';
        throw invalid(nameOf(fields), field, `is required${hint}`);
      }
      continue;
    }
    const expected = check(item);
    if (expected !== undefined) {
      throw invalid(nameOf(fields), field, `must be ${expected}, not ${describe(item)}`);
    }
    spec[field] = field === 'authority' ? readStated(item, fields) : item;
  }
  assertNoOtherFields(fields);
  if (isTooLong(spec)) throw tooLong(fields);
  // Every field was checked, and none is missing.
  return Object.freeze(spec) as ToolSpec;
}

/** Every default of an authority is part of the spec, so that equal ones are equal JSON. */
function readStated(authority: JsonValue, fields: object): JsonObject {
  const fail: Fail = (field, problem) => {
    throw invalid(
      nameOf(fields),
      'authority',
      `is refused: ${field === '' ? 'it' : cutText(field)} ${problem}`,
    );
  };
  return readAuthority(authority, fail);
}

/** Whether a text can be the name of a tool in a catalogue. */
export function isSpecName(name: string): boolean {
  return name.length >= 1 && name.length <= MAX_NAME_LENGTH && name.isWellFormed() && !unseen.test(name);
}

function assertNoOtherFields(fields: object): void {
  for (const field of Object.keys(fields)) {
    if (Object.hasOwn(checks, field)) continue;
    throw invalid(
      nameOf(fields),
      field,
      `is no field of a spec; the fields are ${Object.keys(checks).join(', ')}`,
    );
  }
}

/** Found out before the copy, which of something far too long takes a second. What cannot be read is for the copy to refuse. */
function isSurelyTooLong(value: unknown): boolean {
  try {
    return takeCharacters(value, MAX_SPEC_LENGTH, MAX_JSON_DEPTH) < 0;
  } catch {
    return false;
  }
}

/** What is left of a number of characters without the fewest that the JSON of a value can have; ends below zero. */
function takeCharacters(value: unknown, available: number, depth: number): number {
  if (typeof value === 'string') return available - value.length - 2;
  if (value === undefined) return available;
  if (typeof value !== 'object' || value === null || depth === 0) return available - 1;
  let left = available - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) {
      left = takeCharacters(value[index], left - (index === 0 ? 0 : 1), depth - 1);
    }
    return left;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    if (left < 0) break;
    const item = fields[key];
    if (item !== undefined) left = takeCharacters(item, left - key.length - 3, depth - 1);
  }
  return left;
}

/** To write the text takes longer than to see that it cannot be too long, as nearly none can. */
function isTooLong(spec: JsonObject): boolean {
  return (
    countCharacters(spec) * MAX_ESCAPE_LENGTH > MAX_SPEC_LENGTH &&
    JSON.stringify(spec).length > MAX_SPEC_LENGTH
  );
}

/** At least as many as the JSON text would have if nothing had to be escaped. */
function countCharacters(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return MAX_PRIMITIVE_LENGTH;
  let count = 2;
  if (isJsonArray(value)) {
    for (const item of value) count += countCharacters(item) + 1;
    return count;
  }
  // Where somebody has given keys to all objects, it is only too many.
  for (const key in value) count += key.length + countCharacters(value[key] as JsonValue) + 4;
  return count;
}

/** For the message of an error, so that one sees which of many specs it is about. */
function nameOf(fields: unknown): string | undefined {
  try {
    const name: unknown = Object.getOwnPropertyDescriptor(Object(fields), 'name')?.value;
    return typeof name === 'string' && isSpecName(name) ? name : undefined;
  } catch {
    // Code of the value itself threw, as that of a proxy may at any time.
    return undefined;
  }
}

function checkName(value: JsonValue): string | undefined {
  if (typeof value === 'string' && isSpecName(value)) return undefined;
  return `a text of 1 to ${MAX_NAME_LENGTH} characters without white space or invisible ones`;
}

function checkText(min: number, max: number): FieldCheck {
  return (value) => {
    const isText = typeof value === 'string' && value.length >= min && value.length <= max;
    return isText ? undefined : `a text of ${min} to ${max} characters`;
  };
}

function checkObject(value: JsonValue): string | undefined {
  return isJsonObject(value) ? undefined : 'an object';
}

function checkTags(value: JsonValue): string | undefined {
  const isTag = (tag: JsonValue) =>
    typeof tag === 'string' && tag.length >= 1 && tag.length <= MAX_TAG_LENGTH;
  const isList = isJsonArray(value) && value.length <= MAX_TAGS && value.every(isTag);
  if (isList && new Set(value).size === value.length) return undefined;
  return `a list of at most ${MAX_TAGS} different texts of 1 to ${MAX_TAG_LENGTH} characters`;
}

function tooLong(fields: unknown): ConfigError {
  return invalid(nameOf(fields), 'inputSchema', `and the rest have more than ${MAX_SPEC_LENGTH} characters`);
}

function invalid(name: string | undefined, field: string, problem: string): ConfigError {
  const subject = name === undefined ? 'The spec' : `The spec of "${cutText(name)}"`;
  const shown = field === '' ? 'it' : cutText(field);
  return new ConfigError('E_INVALID_SPEC', `${subject} is refused: ${shown} ${problem}.`, {
    context: { ...(name !== undefined && { toolName: name }), field },
  });
}
