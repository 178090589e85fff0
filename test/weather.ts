import { Tool } from '../packages/toolcrib/src/core/tool.ts';
import type { DirectContext } from '../packages/toolcrib/src/core/tool-context.ts';
import type { ToolOptions } from '../packages/toolcrib/src/core/tool-options.ts';

/** A context that is never aborted. */
export const ctx: DirectContext = { signal: new AbortController().signal };

export const weatherSchema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    days: { type: 'integer', minimum: 1, default: 3 },
    unit: { enum: ['celsius', 'fahrenheit'] },
  },
  required: ['city'],
  additionalProperties: false,
} as const;

/** A tool that gives its arguments back as text, with other options where a test says so. */
export function weather(options: Partial<ToolOptions> = {}): Tool {
  return new Tool({
    name: 'weather',
    description: 'Tells the weather.',
    inputSchema: weatherSchema,
    handler: (args: unknown) => JSON.stringify(args),
    ...options,
  });
}
