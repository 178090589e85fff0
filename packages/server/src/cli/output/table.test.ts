import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, cutColumns, wrapColumns } from './columns.ts';
import { createStyle } from './style.ts';
import { formatTable, type TableColumn } from './table.ts';

type Row = { readonly name: string; readonly text: string };

const style = createStyle({ isTTY: false }, {});
const columns: readonly TableColumn<Row>[] = [
  { title: 'NAME', text: ({ name }) => name, minWidth: 6 },
  { title: 'TEXT', text: ({ text }) => text, minWidth: 6 },
];

describe('formatTable', () => {
  it('is as wide as it needs where there is no terminal', () => {
    const rows = [{ name: 'calculate', text: 'x'.repeat(200) }];

    expect(formatTable(columns, rows, { width: undefined, style })).toBe(
      `NAME       TEXT\ncalculate  ${'x'.repeat(200)}\n`,
    );
  });

  it('cuts the widest column to fit the terminal', () => {
    const rows = [{ name: 'calculate', text: 'Computes what an expression gives.' }];

    expect(formatTable(columns, rows, { width: 24, style })).toBe(
      'NAME       TEXT\ncalculate  Computes wha…\n',
    );
  });

  it('makes a spare column give way before the others, then leaves it out', () => {
    const spare = columns.map((column) => ({ ...column, isSpare: column.title === 'NAME' }));
    const rows = [{ name: 'calculate', text: 'Computes.' }];
    const at = (width: number) => formatTable(spare, rows, { width, style });

    expect(at(20)).toBe('NAME       TEXT\ncalculate  Computes.\n');
    expect(at(18)).toBe('NAME     TEXT\ncalcul…  Computes.\n');
    expect(at(16)).toBe('TEXT\nComputes.\n');
    expect(at(8)).toBe('TEXT\nCompute…\n');
  });

  it('aligns letters of any width', () => {
    const rows = [
      { name: '日本語', text: 'a' },
      { name: '👩‍💻', text: 'b' },
      { name: 'é', text: 'c' },
    ];

    expect(formatTable(columns, rows, { width: 80, style })).toBe(
      'NAME    TEXT\n日本語  a\n👩‍💻      b\né       c\n',
    );
  });

  it('never lets a row break a line, drive the terminal or exceed its width', () => {
    const cell = fc.string({ unit: 'binary', maxLength: 60 });
    const rows = fc.array(fc.record({ name: cell, text: cell }), { maxLength: 8 });

    fc.assert(
      fc.property(rows, fc.integer({ min: 20, max: 120 }), (world, width) => {
        const table = formatTable(columns, world, { width, style });
        const lines = table.split('\n');

        expect(lines).toHaveLength(world.length + 2);
        expect(table).not.toMatch(/(?!\n)\p{Cc}/u);
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('paints words only where colours are on', () => {
    const painted: readonly TableColumn<Row>[] = [
      { title: 'NAME', text: ({ name }) => name, paint: (_, { bad }) => bad },
    ];
    const rows = [{ name: 'x', text: '' }];
    const colourful = createStyle({ isTTY: true }, {});

    expect(formatTable(painted, rows, { width: 80, style: colourful })).toContain('\u{1b}[31mx');
    expect(formatTable(painted, rows, { width: 80, style })).not.toContain('\u{1b}');
  });
});

describe('createStyle', () => {
  it.each([
    { isTTY: true, env: {}, expected: true },
    { isTTY: false, env: {}, expected: false },
    { isTTY: true, env: { NO_COLOR: '1' }, expected: false },
    { isTTY: true, env: { NO_COLOR: '' }, expected: true },
    { isTTY: true, env: { TERM: 'dumb' }, expected: false },
    { isTTY: false, env: { FORCE_COLOR: '1' }, expected: true },
    { isTTY: true, env: { FORCE_COLOR: '0' }, expected: false },
    { isTTY: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' }, expected: false },
  ])('has colours: $expected for $env on a terminal: $isTTY', ({ isTTY, env, expected }) => {
    expect(createStyle({ isTTY }, env).bad('x') !== 'x').toBe(expected);
  });
});

describe('columns', () => {
  it('cuts between letters, not inside them', () => {
    expect(cutColumns('日本語', 4)).toBe('日…');
    expect(cutColumns('👩‍💻👩‍💻', 3)).toBe('👩‍💻…');
  });

  it('breaks lines at blanks, and words only if they are too long', () => {
    expect(wrapColumns('one two three-and-more', 8)).toEqual(['one two', 'three-an', 'd-more']);
  });

  it('comes to an end where nothing fits', () => {
    expect(wrapColumns('日本', 1)).toEqual(['日本']);
  });
});
