import { CODE_BINDING, digestAuthority, type ToolAuthority, toAuthority } from './authority.ts';
import { checkResult } from './check-result.ts';
import { digestOf, type ToolDigest } from './digest.ts';
import { directContext } from './direct-context.ts';
import { ConfigError, ToolcribError, ValidationError } from './errors.ts';
import { type CheckOutcome, formatIssues } from './issue.ts';
import { copyJson, isJsonObject, type JsonObject } from './json.ts';
import { OptionReader } from './option-reader.ts';
import { readSchema } from './schema/read-schema.ts';
import type { SchemaReader } from './schema/schema-reader.ts';
import type { InputSchema, OutputSchema, ToolArguments, ToolResult } from './schema/tool-schema.ts';
import type { DirectContext } from './tool-context.ts';
import type { ToolAutonomy, ToolInternals } from './tool-internals.ts';
import type { OnCollision, ToolEffect, ToolOptions } from './tool-options.ts';
import { abilitiesOf, handlerOf, readWork, type ToolWork } from './tool-work.ts';

/** What a model is shown of a tool: plain, frozen JSON. */
export type ToolDescription = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
};

/** Filled by the class below, which alone sees what is private of a tool. */
const internals = {} as Writable<ToolInternals>;

/**
 * A capability that a model may ask for: what it reads, one schema, and one handler that nobody
 * reaches except through {@link Tool.executor}. Immutable, and without subclasses; made by `defineTool()` or `new`.
 */
export class Tool<
  const Input extends InputSchema = InputSchema,
  const Output extends OutputSchema | undefined = OutputSchema | undefined,
> {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  /** The JSON Schema that the model sees, made once. */
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  readonly version: string | undefined;
  readonly tags: readonly string[];
  readonly effect: ToolEffect;
  readonly requires: readonly string[];
  readonly timeoutMs: number | undefined;
  readonly maxConcurrent: number | undefined;
  readonly gateTimeoutMs: number | undefined;
  readonly trusted: boolean;
  readonly redact: boolean;
  readonly ephemeral: boolean;
  readonly onCollision: OnCollision;
  readonly protected: boolean;
  readonly annotations: JsonObject | undefined;

  readonly #input: SchemaReader;
  readonly #output: SchemaReader | undefined;
  readonly #work: ToolWork;
  #autonomy: ToolAutonomy = 'allow';
  #description: ToolDescription | undefined;
  #digest: ToolDigest | undefined;
  #authority: ToolAuthority | undefined;
  #authorityDigest: ToolDigest | undefined;

  static {
    // Every call of every tool goes through these methods.
    Object.freeze(Tool.prototype);
    internals.inputOf = (tool) => tool.#input;
    internals.outputOf = (tool) => tool.#output;
    internals.workOf = (tool) => tool.#work;
    internals.autonomyOf = (tool) => tool.#autonomy;
    internals.setAutonomy = (tool, autonomy) => {
      tool.#autonomy = autonomy;
    };
  }

  /**
   * @throws ConfigError `E_INVALID_TOOL` with `context.field`, or the `E_SCHEMA_…` code of the limit
   * that a schema breaks; `E_INVALID_TOOL` also for a subclass. Nothing is kept of the options object or of the arrays
   * in it.
   */
  constructor(options: ToolOptions<Input, Output>) {
    // A subclass could say what its authority and its digests are, and do something else.
    if (new.target !== Tool) {
      const message = 'A tool is made with defineTool() or new Tool(), not by a subclass of Tool.';
      throw new ConfigError('E_INVALID_TOOL', message);
    }
    const read = new OptionReader(options);
    this.#work = readWork(read, options);
    this.#input = readToolSchema(read, 'inputSchema', options.inputSchema);
    const { outputSchema } = options;
    this.#output =
      outputSchema === undefined ? undefined : readToolSchema(read, 'outputSchema', outputSchema);

    this.name = read.toolName;
    this.title = read.optionalText('title', options.title, 256);
    this.description = read.text('description', options.description, 32_768);
    this.inputSchema = this.#input.json;
    this.outputSchema = this.#output?.json;
    this.version = read.version(options.version);
    this.tags = read.texts('tags', options.tags);
    this.effect = read.effect(options.effect);
    this.requires = read.texts('requires', options.requires);
    this.timeoutMs = read.count('timeoutMs', options.timeoutMs);
    this.maxConcurrent = read.count('maxConcurrent', options.maxConcurrent);
    this.gateTimeoutMs = read.count('gateTimeoutMs', options.gateTimeoutMs);
    this.trusted = read.flag('trusted', options.trusted);
    this.redact = read.redact(options.redact, this.trusted);
    this.ephemeral = read.flag('ephemeral', options.ephemeral);
    this.onCollision = read.onCollision(options.onCollision);
    this.protected = read.flag('protected', options.protected);
    this.annotations = read.annotations(options.annotations);
    Object.freeze(this);
  }

  /** Whether a value is a tool of this library; a look-alike is not. */
  static isTool(value: unknown): value is Tool {
    return typeof value === 'object' && value !== null && #work in value;
  }

  /** The digest of what a model can see of it. Computed on first use. */
  get digest(): ToolDigest {
    this.#digest ??= digestOf(this);
    return this.#digest;
  }

  /** What decides what a call may do; no model reads it. The same frozen object every time. */
  get authority(): ToolAuthority {
    const { effect, requires, trusted, redact, gateTimeoutMs } = this;
    this.#authority ??= toAuthority({
      effect,
      requires,
      trusted,
      redact,
      ...abilitiesOf(this.#work),
      binding: CODE_BINDING,
      ...(gateTimeoutMs !== undefined && { gateTimeoutMs }),
      ...(this.#autonomy !== 'allow' && { autonomy: this.#autonomy }),
    });
    return this.#authority;
  }

  /** The digest of its authority. Computed on first use. */
  get authorityDigest(): ToolDigest {
    this.#authorityDigest ??= digestAuthority(this.authority);
    return this.#authorityDigest;
  }

  /** What a model is shown: the same frozen object, and so the same bytes, every time. */
  describe(): ToolDescription {
    const { name, description, inputSchema } = this;
    this.#description ??= Object.freeze({ name, description, inputSchema });
    return this.#description;
  }

  /**
   * The arguments as the handler would get them: checked, with defaults, frozen.
   *
   * @throws ValidationError `E_INVALID_TOOL_ARGS`, with every failing field in `issues`.
   * @throws ToolcribError `E_ASYNC_SCHEMA` if the schema can only be checked asynchronously.
   */
  validate(args: unknown): ToolArguments<Input> {
    const outcome = this.#check(args);
    if (outcome instanceof Promise) {
      outcome.catch(() => {
        // The answer is not wanted any more.
      });
      throw new ToolcribError('E_ASYNC_SCHEMA', `The schema of tool "${this.name}" is asynchronous.`);
    }
    return this.#unwrap(outcome, 'E_INVALID_TOOL_ARGS');
  }

  /**
   * A function that runs one call: check the arguments, run the handler, check its result. It has no
   * deadline, policy or record of its own; that is the runtime's. The handler gets every field of the context, also
   * one of your own.
   *
   * The returned promise rejects with `E_INVALID_TOOL_ARGS` (the handler did not run), `E_TOOL_FAILED`
   * (what it threw is the `cause`) or `E_INVALID_RESULT`.
   */
  executor(ctx: DirectContext): (args: unknown) => Promise<ToolResult<Output>> {
    const context = { ...directContext, ...ctx };
    return async (args) => {
      const checked = this.#check(args);
      const accepted = this.#unwrap(
        checked instanceof Promise ? await checked : checked,
        'E_INVALID_TOOL_ARGS',
      );
      let value: unknown;
      try {
        value = await handlerOf(this.#work)(accepted, context);
      } catch (cause) {
        throw this.#failure('handler', cause);
      }
      const outcome = this.#blameTool('output schema', () => checkResult(value, this.#output));
      return this.#unwrap(outcome instanceof Promise ? await outcome : outcome, 'E_INVALID_RESULT');
    };
  }

  #check(args: unknown): CheckOutcome<unknown> | Promise<CheckOutcome<unknown>> {
    const copy = copyJson(args);
    if (!copy.ok) return copy;
    if (!isJsonObject(copy.value)) {
      return { ok: false, issues: [{ path: [], message: 'must be an object with the arguments' }] };
    }
    return this.#blameTool('input schema', () => this.#input.check(copy.value));
  }

  /** `never` fits every type; the schema that the type is inferred from has accepted the value. */
  #unwrap(outcome: CheckOutcome<unknown>, code: 'E_INVALID_TOOL_ARGS' | 'E_INVALID_RESULT'): never {
    if (outcome.ok) return outcome.value as never;
    const problem = code === 'E_INVALID_RESULT' ? 'gave an invalid result' : 'got invalid arguments';
    const message = `Tool "${this.name}" ${problem}: ${formatIssues(outcome.issues)}.`;
    throw new ValidationError(code, message, { context: { toolName: this.name }, issues: outcome.issues });
  }

  /** A schema that throws is the tool author's mistake, never the caller's. */
  #blameTool<Value>(part: string, check: () => Value | Promise<Value>): Value | Promise<Value> {
    const fail = (cause: unknown): never => {
      throw this.#failure(part, cause);
    };
    try {
      const outcome = check();
      return outcome instanceof Promise ? outcome.catch(fail) : outcome;
    } catch (cause) {
      return fail(cause);
    }
  }

  #failure(part: string, cause: unknown): ToolcribError {
    const context = { toolName: this.name, part };
    return new ToolcribError('E_TOOL_FAILED', `The ${part} of tool "${this.name}" failed.`, {
      context,
      cause,
    });
  }
}

/** @internal What is private of a tool, for the runtime. */
export const toolInternals: ToolInternals = Object.freeze(internals);

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function readToolSchema(
  read: OptionReader,
  field: 'inputSchema' | 'outputSchema',
  schema: unknown,
): SchemaReader {
  if (schema === undefined) throw read.invalid(field, 'is required');
  try {
    return readSchema(schema, field === 'inputSchema' ? 'input' : 'output');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const code = error.code === 'E_INVALID_SCHEMA' ? 'E_INVALID_TOOL' : error.code;
    const { message } = read.invalid(field, `is refused: ${error.message.replace(/\.$/, '')}`);
    const context = { ...error.context, toolName: read.toolName, field };
    throw new ConfigError(code, message, { context, cause: error.cause ?? error });
  }
}
