import { checkTools } from '../../core/check-tools.ts';
import { cutText } from '../../core/cut-text.ts';
import { ConfigError } from '../../core/errors.ts';
import { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../core/tool-context.ts';
import type { ToolOptions } from '../../core/tool-options.ts';
import { FieldReader } from '../field-reader.ts';
import type { VersionRequest } from '../find-version.ts';
import { readVersionRequest } from '../read-version-request.ts';

/**
 * Does the work of a tool whose definition is in the catalogue. It gets arguments that are valid by the input schema
 * there, complete and frozen. What it returns is checked when it is called: the value that the output schema describes,
 * or if that is `{}`, text, bytes, Media or an artifact.
 */
export type BindingHandler = BindingMethods['handler'];

/** As methods, so that a handler may name the type that its arguments have by the schema. */
interface BindingMethods {
  handler(args: object, ctx: ToolContext): unknown;
  /** Finds out, after a crash, whether a call took effect, as of a tool. */
  verify?(args: object, ctx: ToolContext): unknown;
  /** Takes back the effect of a call, as of a tool. */
  revert?(args: object, result: unknown, ctx: ToolContext): unknown;
}

/**
 * A handler, and what a catalogue does not say of how a tool is run. It runs with the authority that was published: `effect`,
 * `requires`, `trusted` and `redact` may make that stricter and never weaker, and `verify` and `revert` must be there if it says so.
 */
export interface BindingOptions
  extends BindingMethods,
    Pick<
      ToolOptions,
      | 'effect'
      | 'requires'
      | 'timeoutMs'
      | 'maxConcurrent'
      | 'trusted'
      | 'redact'
      | 'onCollision'
      | 'protected'
    > {
  /** Exactly this version, also if it is deprecated; `null` is the one without. */
  readonly version?: string | null | undefined;
  /**
   * The best version in this SemVer range when the catalogue is sealed. Whoever publishes a version in it decides on the
   * definition that the next start gets; give a `version`, or a lock, where that is not wanted.
   * @default 'latest'
   */
  readonly range?: string | undefined;
}

/**
 * What runs a tool of a catalogue: a tool, which has a definition of its own and is compared with the catalogue's, or a
 * handler, which gets its definition from there.
 */
export type CatalogBinding = Tool | BindingHandler | BindingOptions;

/** A binding that was read once: a tool, or how to make one of a spec. */
export type ReadBinding =
  | { readonly name: string; readonly tool: Tool }
  | { readonly name: string; readonly wanted: VersionRequest; readonly work: BindingWork };

/** What a binding says of how a tool is run. */
export type BindingWork = Omit<BindingOptions, 'version' | 'range'>;

const workFields = [
  'handler',
  'verify',
  'revert',
  'effect',
  'requires',
  'timeoutMs',
  'maxConcurrent',
  'trusted',
  'redact',
  'onCollision',
  'protected',
] as const satisfies (keyof BindingWork)[];

/**
 * Reads bindings, each once.
 *
 * @throws ConfigError `E_INVALID_OPTION` when one is none, `E_TOOL_ALREADY_REGISTERED` when two tools share a name.
 */
export function readBindings(
  bindings: Iterable<Tool> | Readonly<Record<string, CatalogBinding>>,
): readonly ReadBinding[] {
  if (typeof bindings !== 'object' || bindings === null) {
    throw invalidBinding('bindings', 'must be a list of tools, or an object with bindings by name');
  }
  if (!isIterable(bindings)) return Object.entries(bindings).map(([name, value]) => readBinding(name, value));
  return [...checkTools([...bindings]).values()].map((tool) => ({ name: tool.name, tool }));
}

function readBinding(name: string, value: unknown): ReadBinding {
  if (typeof value === 'function') {
    // What it can be called with is known at run time only, and checked then.
    return { name, wanted: { range: 'latest' }, work: { handler: value as BindingHandler } };
  }
  if (!Tool.isTool(value)) return readOptions(name, value);
  if (value.name === name) return { name, tool: value };
  throw invalidBinding(`bindings.${name}`, `is the tool "${value.name}"`);
}

function readOptions(name: string, value: unknown): ReadBinding {
  const fail = (field: string, problem: string): never => {
    const [option, text] =
      field === ''
        ? [`bindings.${name}`, 'must be a tool, a function, or an object with a handler']
        : [`bindings.${name}.${field}`, problem];
    throw invalidBinding(option, text);
  };
  const read = new FieldReader(value, [...workFields, 'version', 'range'], fail);
  const work: Partial<Record<(typeof workFields)[number], unknown>> = {};
  for (const field of workFields) {
    const item = read.get(field);
    if (item !== undefined) work[field] = item;
  }
  if (typeof work.handler !== 'function') read.wrong('handler', 'a function');
  // The rest is checked when a tool is made of it.
  return {
    name,
    wanted: readVersionRequest(read) ?? { range: 'latest' },
    work: work as unknown as BindingWork,
  };
}

function isIterable(value: object): value is Iterable<Tool> {
  return Symbol.iterator in value;
}

function invalidBinding(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `${cutText(option)} ${problem}.`, { context: { option } });
}
