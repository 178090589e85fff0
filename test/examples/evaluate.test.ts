import { describe, expect, it } from 'vitest';
import { evaluate } from '../../examples/04-research-assistant/tools/evaluate.ts';

describe('evaluate', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 * -3', -6],
    ['7 / 2 - 0.5', 3],
  ])('calculates %s', (expression, value) => {
    expect(evaluate(expression)).toBe(value);
  });

  it.each(['', '1 +', '(1', '1 2', '1 / 0', 'x', '1.', 'process.exit()', '2 ** 3', 'constructor'])(
    'has no value for "%s"',
    (expression) => {
      expect(evaluate(expression)).toBeUndefined();
    },
  );
});
