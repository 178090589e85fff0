import type { JsonObject } from './json.ts';
import type {
  HandlerResult,
  InputSchema,
  OutputSchema,
  ToolArguments,
  ToolResult,
} from './schema/tool-schema.ts';
import type { ToolContext } from './tool-context.ts';

/** What a call can do to the world: nothing, something, or something that cannot be undone. */
export type ToolEffect = 'read' | 'write' | 'destructive';

/** What a tool says should happen when it is merged onto another of its name. */
export type OnCollision = 'throw' | 'replace' | 'keep';

/**
 * Does the work of a tool. It gets arguments that are valid, complete and frozen. It may throw or
 * reject with anything: that is a failed call, and what was thrown is never shown to a model.
 */
export type ToolHandler<Input extends InputSchema, Output extends OutputSchema | undefined> = (
  args: ToolArguments<Input>,
  ctx: ToolContext,
) => HandlerResult<Output> | Promise<HandlerResult<Output>>;

/** What `verify` found out about a call that a crash interrupted. */
export type VerifyAnswer<Output extends OutputSchema | undefined> =
  | { readonly done: true; readonly result: HandlerResult<Output> }
  | { readonly done: false };

/** Everything that makes a tool. */
export interface ToolOptions<
  Input extends InputSchema = InputSchema,
  Output extends OutputSchema | undefined = OutputSchema | undefined,
> {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`, the first a letter or `_`. */
  readonly name: string;
  /** A name for people. At most 256 characters. */
  readonly title?: string | undefined;
  /** What the tool does and when to use it, for the model. At most 32,768 characters; may be empty. */
  readonly description: string;
  /** The one source of the JSON Schema that the model sees, of the validation, and of the handler's type. */
  readonly inputSchema: Input;
  /** With it the handler returns the JSON value that it describes, and nothing else. */
  readonly outputSchema?: Output;
  readonly handler: ToolHandler<Input, Output>;
  /**
   * Finds out, after a crash, whether a call took effect; without it such a call stays `unknown`. It must
   * not change the world. If it throws, nothing is concluded.
   */
  readonly verify?: (
    args: ToolArguments<Input>,
    ctx: ToolContext,
  ) => VerifyAnswer<Output> | Promise<VerifyAnswer<Output>>;
  /**
   * Takes back the effect of a call, given its arguments and its result; undefined if that is not kept, as of
   * large texts, media and artifacts, or was never readable.
   */
  readonly revert?: (
    args: ToolArguments<Input>,
    result: ToolResult<Output> | undefined,
    ctx: ToolContext,
  ) => void | Promise<void>;
  /** Any string of at most 128 characters; SemVer ones can be asked for by range. */
  readonly version?: string | undefined;
  /** At most 64, for discovery. @default [] */
  readonly tags?: readonly string[] | undefined;
  /** @default 'write' */
  readonly effect?: ToolEffect | undefined;
  /** Scopes that a caller must hold. @default [] */
  readonly requires?: readonly string[] | undefined;
  /** Deadline of one call, in milliseconds, 1 to 2,147,483,647. Unset means the runtime's default. */
  readonly timeoutMs?: number | undefined;
  /**
   * How many calls may run at once, of all tenants together, 1 to 2,147,483,647. Unset means the runtime's default, for each
   * tenant.
   */
  readonly maxConcurrent?: number | undefined;
  /**
   * How long a gate of a call stays open, in milliseconds, 1 to 2,147,483,647: the approval that a policy asks for, and each
   * question of the handler that sets no shorter time. A part of the authority of the tool. Unset means the runtime's
   * `limits.gateTimeoutMs`.
   */
  readonly gateTimeoutMs?: number | undefined;
  /** Whether text, bytes and artifacts of this tool reach the model without the untrusted envelope. @default false */
  readonly trusted?: boolean | undefined;
  /**
   * Whether secrets are taken out of its results before a model reads them. Only a trusted tool can be `false`: one whose
   * results are edited and written back, such as `read_file`.
   * @default true
   */
  readonly redact?: boolean | undefined;
  /** Whether it exists for one dispatch only. @default false */
  readonly ephemeral?: boolean | undefined;
  /** Consulted when this tool is merged onto another of its name. @default 'throw' */
  readonly onCollision?: OnCollision | undefined;
  /** Whether a tool of the same name can never replace it. @default false */
  readonly protected?: boolean | undefined;
  /** Hints for clients, as in MCP; JSON. Never trusted for a decision. */
  readonly annotations?: JsonObject | undefined;
}
