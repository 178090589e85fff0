import { canonicalJson } from '../../core/canonical-json.ts';
import { ConfigError } from '../../core/errors.ts';
import type { GateOptions } from '../../core/gate-options.ts';
import { copyJson, isPlainObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readSchema } from '../../core/schema/read-schema.ts';
import type { SchemaReader } from '../../core/schema/schema-reader.ts';
import type { GateEntry } from './gate-entry.ts';
import type { GateRequest } from './open-gate.ts';

/** What a handler wants to know. */
export type Question = Omit<GateRequest, 'signal'>;

const MAX_PROMPT_LENGTH = 4_096;
const MAX_NAME_LENGTH = 128;
const MAX_TIMEOUT_MS = 2_147_483_647;

/** A question of a handler, checked. @throws ConfigError `E_INVALID_OPTION` that names the option. */
export function readGateOptions(options: GateOptions, defaultTimeoutMs: number): Question {
  const { name, prompt, schema, details, timeoutMs = defaultTimeoutMs } = options;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH) {
    throw wrongOption('name', `a text of 1 to ${MAX_NAME_LENGTH} characters`);
  }
  if (typeof prompt !== 'string' || prompt.length > MAX_PROMPT_LENGTH) {
    throw wrongOption('prompt', `a text of at most ${MAX_PROMPT_LENGTH} characters`);
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw wrongOption('timeoutMs', `a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`);
  }
  const reader: SchemaReader | undefined = schema === undefined ? undefined : readSchema(schema, 'output');
  return { kind: 'question', name, prompt, reader, details: readDetails(details), timeoutMs };
}

function readDetails(details: unknown): JsonObject | undefined {
  if (details === undefined) return undefined;
  const copy = copyJson(details);
  if (!copy.ok || !isPlainObject(copy.value)) throw wrongOption('details', 'a JSON object');
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
