import type { InputSchema, OutputSchema } from './schema/tool-schema.ts';
import { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';

/**
 * Defines a tool. The type of the handler's argument, and of what it must return, comes from the schemas.
 *
 * @throws ConfigError as `new Tool()` does.
 *
 * @example
 * ```ts
 * const add = defineTool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   inputSchema: z.object({ a: z.number(), b: z.number() }),
 *   handler: ({ a, b }) => String(a + b),
 * });
 * ```
 */
export function defineTool<
  const Input extends InputSchema,
  const Output extends OutputSchema | undefined = undefined,
>(options: ToolOptions<Input, Output>): Tool<Input, Output> {
  return new Tool(options);
}
