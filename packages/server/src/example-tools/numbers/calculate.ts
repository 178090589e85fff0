import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { evaluateExpression } from './evaluate-expression.ts';

/** Works out arithmetic. */
export const calculate = defineTool({
  name: 'calculate',
  title: 'Calculator',
  description:
    'Works out an arithmetic expression and gives the number. Knows + - * / % (remainder) ^ (power), parentheses, ' +
    'pi, tau, e, and functions such as sqrt, ln, log10, sin (in radians), round(value, digits), min, max, sum, mean ' +
    'and median. Use it instead of calculating in your head. Example: (2 + 3) * sqrt(16) / 7',
  version: '1.0.0',
  tags: ['calculation'],
  effect: 'read',
  trusted: true,
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    expression: z.string().min(1).max(2_000).describe('The expression, with a point as decimal sign.'),
  }),
  outputSchema: z.strictObject({ result: z.number(), note: z.string().optional() }),
  handler: ({ expression }) => {
    const value = evaluateExpression(expression);
    if (!Number.isFinite(value)) {
      const message =
        'The expression has no finite result, such as a division by zero or a root of a negative number.';
      throw new ToolError(message, { changedNothing: true });
    }
    const isLarge = Math.abs(value) > Number.MAX_SAFE_INTEGER;
    return { result: tidy(value), ...(isLarge && { note: 'The result is rounded to about 16 digits.' }) };
  },
});

/** Binary fractions leave dust in the last digits: 0.1 + 0.2 is 0.30000000000000004. */
function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}
