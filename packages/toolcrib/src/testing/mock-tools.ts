import { ConfigError } from '../core/errors.ts';
import type { CheckOutcome } from '../core/issue.ts';
import type { JsonValue } from '../core/json.ts';
import type { SchemaReader } from '../core/schema/schema-reader.ts';
import type { LibrarySchema, ToolContent } from '../core/schema/tool-schema.ts';
import { Tool, toolInternals } from '../core/tool.ts';
import type { ToolContext } from '../core/tool-context.ts';
import { ToolError } from '../core/tool-error.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';

/**
 * Runs in place of a handler. It gets arguments that the real schema has accepted, and what it gives is
 * checked as the real result would be. A method's type, so that a mock may say more of its arguments.
 */
export type MockHandler = {
  run(args: Readonly<Record<string, unknown>>, ctx: ToolContext): unknown;
}['run'];

/** What a mocked tool does, by the name of the tool: a handler, or the result of every call. */
export type ToolMocks = Readonly<Record<string, MockHandler | JsonValue | ToolContent>>;

/** A call of a tool that no mock was given for. */
export interface UnmockedCall {
  readonly toolName: string;
  /** As the handler would have got them. */
  readonly args: unknown;
}

/** The tools of another resolver, none of which does anything real. */
export interface MockedTools extends ToolResolver {
  /** The calls of tools without a mock, in order; it grows. Assert that it is empty. */
  readonly unmockedCalls: readonly UnmockedCall[];
}

/**
 * The tools of a resolver with their real definitions and without their real handlers, for a test of
 * whatever uses them. A tool with a mock runs the mock. Any other tool is still listed, but a call of it
 * fails, says which tool is not mocked, and is noted in `unmockedCalls`.
 *
 * Names, schemas with all their checks, effects, scopes and digests stay as they are. A mocked tool has
 * neither `verify` nor `revert`, which would reach the real world. Tools that the resolver gets later are
 * there too, without mocks.
 *
 * @throws ConfigError `E_INVALID_OPTION` for a mock of a tool that the resolver does not have.
 *
 * @example
 * ```ts
 * const tools = mockTools(registry, { weather: 'Rain.', add: ({ a, b }) => `${Number(a) + Number(b)}` });
 * const runtime = createRuntime({ resolver: tools });
 * ```
 */
export function mockTools(resolver: ToolResolver, mocks: ToolMocks): MockedTools {
  const mockOf = new Map(Object.entries(mocks));
  const unknown = [...mockOf.keys()].filter((name) => resolver.resolve(name) === null);
  if (unknown.length > 0) {
    const names = unknown.map((name) => `"${name}"`).join(', ');
    const message = `There is no tool to mock called ${names}. The tools are ${resolver.list().join(', ') || 'none'}.`;
    throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'mocks', names: unknown } });
  }

  const unmockedCalls: UnmockedCall[] = [];
  const refuse = (toolName: string) => (args: unknown) => {
    unmockedCalls.push({ toolName, args });
    throw new ToolError(
      `Tool "${toolName}" is not mocked, so it did not run. Give mockTools a mock for it.`,
      { changedNothing: true },
    );
  };
  // By tool and not by name, as a registry may get another tool of the same name.
  const mocked = new Map<Tool, Tool>();
  const toMocked = (tool: Tool): Tool => {
    const found = mocked.get(tool);
    if (found !== undefined) return found;
    const mock = mockOf.get(tool.name);
    const handler = mock === undefined ? refuse(tool.name) : typeof mock === 'function' ? mock : () => mock;
    const made = replaceHandler(tool, handler);
    mocked.set(tool, made);
    return made;
  };
  return Object.freeze({
    unmockedCalls,
    list: () => resolver.list(),
    resolve: (name: string) => {
      const tool = resolver.resolve(name);
      return tool && toMocked(tool);
    },
  });
}

/** A tool with the same definition, and with the very schemas of the original. */
function replaceHandler(tool: Tool, handler: MockHandler): Tool {
  const { name, title, description, version, tags, effect, requires, annotations } = tool;
  const { timeoutMs, maxConcurrent, gateTimeoutMs, trusted, ephemeral } = tool;
  const { onCollision, protected: isProtected } = tool;
  const output = toolInternals.outputOf(tool);
  return new Tool({
    ...{ name, title, description, version, tags, effect, requires, annotations },
    ...{ timeoutMs, maxConcurrent, gateTimeoutMs, trusted, ephemeral },
    ...{ onCollision, protected: isProtected },
    inputSchema: toLibrarySchema(toolInternals.inputOf(tool)),
    ...(output && { outputSchema: toLibrarySchema(output) }),
    // It gets what the schema accepted, and what it gives is checked: no type could promise more.
    handler: handler as (args: unknown, ctx: ToolContext) => string,
  });
}

function toLibrarySchema(reader: SchemaReader): LibrarySchema {
  const toResult = (outcome: CheckOutcome<unknown>) =>
    outcome.ok ? { value: outcome.value } : { issues: outcome.issues };
  return {
    '~standard': {
      version: 1,
      vendor: 'toolcrib',
      validate: (value) => {
        // A tool asks its schemas about JSON only.
        const outcome = reader.check(value as JsonValue);
        return outcome instanceof Promise ? outcome.then(toResult) : toResult(outcome);
      },
      jsonSchema: { input: () => reader.json, output: () => reader.json },
    },
  };
}
