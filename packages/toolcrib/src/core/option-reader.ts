import { cutText } from './cut-text.ts';
import { ConfigError } from './errors.ts';
import { formatIssues } from './issue.ts';
import { copyJson, isPlainObject, type JsonObject } from './json.ts';
import { describeUnknown } from './require-known-options.ts';
import { isToolName, MAX_TOOL_NAME_LENGTH } from './tool-name.ts';
import type { OnCollision, ToolEffect, ToolOptions } from './tool-options.ts';

const optionNames: ReadonlySet<string> = new Set<keyof ToolOptions>([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'handler',
  'verify',
  'revert',
  'version',
  'tags',
  'effect',
  'requires',
  'timeoutMs',
  'maxConcurrent',
  'gateTimeoutMs',
  'trusted',
  'redact',
  'ephemeral',
  'onCollision',
  'protected',
  'annotations',
]);
const effects: readonly ToolEffect[] = ['read', 'write', 'destructive'];
const collisions: readonly OnCollision[] = ['throw', 'replace', 'keep'];
const NO_TEXTS: readonly string[] = Object.freeze([]);
const MAX_COUNT = 2_147_483_647;
const MAX_TEXTS = 64;
const MAX_TEXT_LENGTH = 128;

/**
 * Reads the options of one tool. Each option is read once, and nothing that can be changed from outside
 * is kept. Every method throws a ConfigError `E_INVALID_TOOL` with `context.field`.
 */
export class OptionReader {
  readonly toolName: string;

  /** Refuses what is no options object, has no legal name, or has options that do not exist. */
  constructor(options: ToolOptions) {
    if (typeof options !== 'object' || options === null || Array.isArray(options)) {
      throw new ConfigError('E_INVALID_TOOL', 'A tool is defined by an options object.');
    }
    this.toolName = readName(options.name);
    for (const option in options) {
      if (optionNames.has(option)) continue;
      throw this.#refuse(option, describeUnknown(option, optionNames));
    }
  }

  text(field: string, value: unknown, maxLength: number): string {
    if (typeof value !== 'string') throw this.#wrong(field, value, 'a text');
    if (value.length > maxLength) throw this.#wrong(field, value, `at most ${maxLength} characters long`);
    if (!value.isWellFormed()) throw this.#wrong(field, value, 'free of lone surrogates');
    return value;
  }

  optionalText(field: string, value: unknown, maxLength: number): string | undefined {
    return value === undefined ? undefined : this.text(field, value, maxLength);
  }

  version(value: unknown): string | undefined {
    if (value === '') throw this.#wrong('version', value, 'a text that is not empty');
    return this.optionalText('version', value, MAX_TEXT_LENGTH);
  }

  texts(field: string, value: unknown): readonly string[] {
    if (value === undefined) return NO_TEXTS;
    const list: unknown[] = Array.isArray(value) ? [...value] : [undefined];
    const isText = (item: unknown) =>
      typeof item === 'string' && item !== '' && item.length <= MAX_TEXT_LENGTH && item.isWellFormed();
    if (list.length > MAX_TEXTS || !list.every(isText) || new Set(list).size !== list.length) {
      const expected = `a list of at most ${MAX_TEXTS} different texts of 1 to ${MAX_TEXT_LENGTH} characters`;
      throw this.#wrong(field, value, expected);
    }
    // Each item was checked above.
    return list.length === 0 ? NO_TEXTS : Object.freeze(list as string[]);
  }

  effect(value: unknown): ToolEffect {
    return value === undefined ? 'write' : this.#oneOf('effect', value, effects);
  }

  onCollision(value: unknown): OnCollision {
    return value === undefined ? 'throw' : this.#oneOf('onCollision', value, collisions);
  }

  flag(field: string, value: unknown): boolean {
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    throw this.#wrong(field, value, 'true or false');
  }

  redact(value: unknown, isTrusted: boolean): boolean {
    const redact = value === undefined || this.flag('redact', value);
    if (redact || isTrusted) return redact;
    throw this.invalid('redact', 'can be false only for a tool that is trusted');
  }

  count(field: string, value: unknown): number | undefined {
    if (value === undefined) return undefined;
    const isWhole = typeof value === 'number' && Number.isInteger(value);
    if (isWhole && value >= 1 && value <= MAX_COUNT) return value;
    throw this.#wrong(field, value, `a whole number from 1 to ${MAX_COUNT}`);
  }

  annotations(value: unknown): JsonObject | undefined {
    if (value === undefined) return undefined;
    if (!isPlainObject(value)) throw this.#wrong('annotations', value, 'an object');
    const copy = copyJson(value);
    if (!copy.ok) throw this.invalid('annotations', `must be JSON: ${formatIssues(copy.issues)}`);
    // The copy of a plain object is one.
    return copy.value as JsonObject;
  }

  handler<Handler>(field: string, value: Handler): Handler {
    if (typeof value !== 'function') throw this.#wrong(field, value, 'a function');
    return value;
  }

  optionalHandler<Handler>(field: string, value: Handler): Handler {
    return value === undefined ? value : this.handler(field, value);
  }

  invalid(field: string, problem: string): ConfigError {
    return this.#refuse(field, `${field} ${problem}.`);
  }

  #refuse(field: string, problem: string): ConfigError {
    const { toolName } = this;
    return new ConfigError('E_INVALID_TOOL', `Tool "${toolName}" cannot be defined: ${problem}`, {
      context: { toolName, field },
    });
  }

  #oneOf<Value extends string>(field: string, value: unknown, allowed: readonly Value[]): Value {
    for (const candidate of allowed) if (candidate === value) return candidate;
    throw this.#wrong(field, value, `one of ${allowed.join(', ')}`);
  }

  #wrong(field: string, value: unknown, expected: string): ConfigError {
    if (value === undefined) return this.invalid(field, 'is required');
    return this.invalid(field, `must be ${expected}, not ${describe(value)}`);
  }
}

/** The name is what every other error is about; the error about the name has none to tell. */
function readName(name: unknown): string {
  if (typeof name === 'string' && isToolName(name)) return name;
  const expected = `1 to ${MAX_TOOL_NAME_LENGTH} of A-Z a-z 0-9 _ -, a letter or _ first`;
  throw new ConfigError('E_INVALID_TOOL', `The name of a tool must be ${expected}, not ${describe(name)}.`, {
    context: { field: 'name' },
  });
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cutText(value));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'this list' : 'this object';
  return typeof value === 'function' ? 'a function' : String(value);
}
