import { canonicalJson } from '../../core/canonical-json.ts';
import { ConfigError, ToolcribError } from '../../core/errors.ts';
import type { GateOptions } from '../../core/gate-options.ts';
import { copyJson, isPlainObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import { readSchema } from '../../core/schema/read-schema.ts';
import type { SchemaReader } from '../../core/schema/schema-reader.ts';
import { shortestTimeout } from '../../core/shortest-timeout.ts';
import type { GateEntry } from './gate-entry.ts';
import type { GateRequest } from './open-gate.ts';

/** What a handler wants to know. */
export type Question = Omit<GateRequest, 'signal'>;

const optionNames: ReadonlySet<string> = new Set<keyof GateOptions>([
  'name',
  'prompt',
  'details',
  'schema',
  'timeoutMs',
]);
const MAX_PROMPT_LENGTH = 4_096;
const MAX_NAME_LENGTH = 128;
const MAX_DETAILS_LENGTH = 65_536;
const MAX_TIMEOUT_MS = 2_147_483_647;
const MAX_WAITING = 64;

/** A gate of a handler, without its schema. */
export type PlainGate = Pick<GateOptions, 'name' | 'prompt' | 'timeoutMs'> & {
  readonly details: JsonObject | undefined;
};

/** How long a question stays open, and how many have no answer yet. */
interface QuestionLimits {
  /** What its tool allows at most; undefined if it says nothing. */
  readonly maxTimeoutMs: number | undefined;
  /** For a question and a tool that set none. */
  readonly defaultTimeoutMs: number;
  readonly waiting: number;
}

/** A question of a handler, checked. @throws ConfigError `E_INVALID_OPTION` that names the option. */
export function readGateOptions(
  options: GateOptions,
  { maxTimeoutMs, defaultTimeoutMs, waiting }: QuestionLimits,
): Question {
  const { schema } = options;
  const { timeoutMs: ownTimeoutMs, ...gate } = checkGateOptions(options, waiting);
  const timeoutMs = shortestTimeout(ownTimeoutMs, maxTimeoutMs) ?? defaultTimeoutMs;
  const reader: SchemaReader | undefined = schema === undefined ? undefined : readSchema(schema, 'output');
  return { kind: 'question', ...gate, reader, timeoutMs };
}

/**
 * What a handler asks at a gate, except for the schema of the answer, as the runtime checks it: lengths, times and details.
 * `waiting` is the number of questions of the call that have no answer yet. For code that takes questions to the runtime from
 * elsewhere, such as another thread. Details are copied.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the option.
 * @throws ToolcribError `E_CONCURRENCY_LIMITED` for one question too many at once.
 */
export function checkGateOptions(options: Omit<GateOptions, 'schema'>, waiting: number): PlainGate {
  if (waiting >= MAX_WAITING) {
    const message = `A call can wait at ${MAX_WAITING} gates at once. Wait for some of the answers before you ask more.`;
    throw new ToolcribError('E_CONCURRENCY_LIMITED', message);
  }
  requireKnownOptions(options, optionNames);
  const { name, prompt, details, timeoutMs } = options;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH) {
    throw wrongOption('name', `a text of 1 to ${MAX_NAME_LENGTH} characters`);
  }
  if (typeof prompt !== 'string' || prompt.length > MAX_PROMPT_LENGTH) {
    throw wrongOption('prompt', `a text of at most ${MAX_PROMPT_LENGTH} characters`);
  }
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    throw wrongOption('timeoutMs', `a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`);
  }
  return { name, prompt, details: readDetails(details), timeoutMs };
}

function isTimeout(timeoutMs: number): boolean {
  return Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS;
}

function readDetails(details: unknown): JsonObject | undefined {
  if (details === undefined) return undefined;
  const copy = copyJson(details);
  if (!copy.ok || !isPlainObject(copy.value)) throw wrongOption('details', 'a JSON object');
  if (JSON.stringify(copy.value).length > MAX_DETAILS_LENGTH) {
    throw wrongOption('details', `at most ${MAX_DETAILS_LENGTH} characters of JSON`);
  }
  // The copy of a plain object is one.
  return copy.value as JsonObject;
}

function wrongOption(option: string, expected: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `A gate needs ${option} to be ${expected}.`, {
    context: { option },
  });
}

/** Whether a gate asked the very same, so that its answer is one to this question too. */
export function isSameQuestion(gate: GateEntry, { prompt, details, reader }: Question): boolean {
  const asked: JsonValue = [gate.prompt, gate.details, gate.schema];
  return canonicalJson(asked) === canonicalJson([prompt, details ?? null, reader?.json ?? null]);
}
