import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate } from './calculate.ts';
import { convertUnits } from './convert-units.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { findUnit, listUnits } from './units.ts';

const ctx = { signal: new AbortController().signal };

describe('calculate', () => {
  const run = calculate.executor(ctx);

  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['--3', 3],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 2', 5],
    ['17 % 5', 2],
    ['0.1 + 0.2', 0.3],
    ['1e3 + .5', 1000.5],
    ['sqrt(16) + ABS(-2)', 6],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(1234, -2)', 1200],
    ['round(0, 2)', 0],
    ['max(1, 5, 3) - min(4, 2)', 3],
    ['mean(1, 2, 3, 4)', 2.5],
    ['median(9, 1, 4)', 4],
    ['sin(pi / 2)', 1],
    ['2 × 3 − 1', 5],
    ['2 * π', 6.28318530717959],
    ['2 ^ 53 - 1', 9007199254740991],
  ])('works out %s', async (expression, result) => {
    expect(await run({ expression })).toMatchObject({ result });
  });

  it('says when a number is too large to be exact', async () => {
    expect(await run({ expression: '2^80' })).toMatchObject({ note: expect.stringContaining('rounded') });
  });

  it.each([
    '1 / 0',
    'sqrt(-1)',
    '10 ^ 400',
    '1 +',
    '(1',
    '1)',
    '1 2',
    'process.exit(1)',
    'constructor',
    '__proto__(1)',
    'sqrt(1, 2)',
    'min()',
    '1; 2',
    '"a"',
    '('.repeat(1_000) + ')'.repeat(1_000),
    `${'2^'.repeat(999)}2`,
    'sqrt('.repeat(300),
  ])('refuses %s', async (expression) => {
    await expect(run({ expression })).rejects.toMatchObject({ cause: { name: 'ToolError' } });
  });

  it('answers any text with a number or an explanation', async () => {
    const pieces = fc.constantFrom(
      '1',
      '2.5',
      '(',
      ')',
      '+',
      '-',
      '*',
      '/',
      '^',
      '%',
      ',',
      'min',
      'e',
      ' ',
      '.',
      'é',
      '\u0000',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 40 }), async (parts) => {
        const outcome = await run({ expression: parts.join('') }).catch((error: Error) => error.cause);

        expect(outcome).toMatchObject(
          outcome instanceof Error ? { name: 'ToolError' } : { result: expect.any(Number) },
        );
      }),
    );
  });
});

describe('evaluateExpression()', () => {
  it.each(['(', '2^', 'abs('])('gives up on endless nesting of "%s" before the stack does', (piece) => {
    expect(() => evaluateExpression(piece.repeat(100_000))).toThrow('levels of nesting');
  });
});

describe('convert_units', () => {
  const run = convertUnits.executor(ctx);

  it.each([
    [1, 'mi', 'km', 1.609344],
    [100, 'celsius', 'F', 212],
    [-40, '°F', '°C', -40],
    [0, 'K', 'C', -273.15],
    [1, 'pound', 'kilograms', 0.45359237],
    [1, 'GiB', 'MB', 1073.741824],
    [1, 'MB', 'Mbit', 8],
    [2, 'cups', 'ml', 473.176473],
    [1, 'acre', 'm²', 4046.8564224],
    [36, 'km/h', 'm/s', 10],
    [1, 'bar', 'psi', 14.503773773],
    [1, 'kWh', 'MJ', 3.6],
    [2, 'weeks', 'hours', 336],
    [90, 'deg', 'turn', 0.25],
    [1, 'miles per hour', 'kilometers per hour', 1.609344],
    [5, 'FEET', 'inches', 60],
  ])('converts %d %s into %s', async (...[value, from, to, result]) => {
    expect(await run({ value, from, to })).toMatchObject({ result });
  });

  it('gives back what it was given, for every pair of units of a dimension', async () => {
    for (const from of listUnits()) {
      for (const to of listUnits(findUnit(from)?.dimension)) {
        const there = (await run({ value: 7, from, to })) as { result: number };
        const back = (await run({ value: there.result, from: to, to: from })) as { result: number };

        expect(back.result).toBeCloseTo(7, 6);
      }
    }
  });

  it('finds every unit by its symbol', () => {
    expect(listUnits().map((symbol) => findUnit(symbol)?.symbol)).toEqual(listUnits());
  });

  it('refuses units of different dimensions, and names those that would do', async () => {
    await expect(run({ value: 1, from: 'kg', to: 'm' })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('lb') },
    });
  });

  it.each(['parsec', 'constructor', '__proto__', 'mw', ''])('refuses the unit "%s"', async (from) => {
    await expect(run({ value: 1, from, to: 'm' })).rejects.toBeInstanceOf(Error);
  });
});
