import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { evaluate } from './evaluate.ts';

/** Does sums, which models are bad at. */
export const calculate = defineTool({
  name: 'calculate',
  description: 'Calculates with numbers, + - * / ^ and parentheses. Use it for every sum.',
  effect: 'read',
  inputSchema: z.strictObject({ expression: z.string().min(1).max(200) }),
  outputSchema: z.object({ expression: z.string(), value: z.number() }),
  handler: ({ expression }, ctx) => {
    const value = evaluate(expression);
    if (value === undefined) {
      throw new ToolError(`"${expression}" cannot be calculated. An example of what can: (2 + 3) * 4.5 ^ 2`);
    }
    ctx.reportProgress({ message: `${expression} = ${value}` });
    return { expression, value };
  },
});
