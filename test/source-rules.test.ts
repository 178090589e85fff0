import { describe, expect, it } from 'vitest';
import { parseSource } from '../scripts/lib/syntax.ts';
import { findGlobalState, findHostUses, findUnnamedExports } from './source-rules.ts';

describe('findHostUses', () => {
  it.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'const now = Date.now',
    'Math.random()',
    'performance.now()',
    'setTimeout(() => 1, 5)',
    'const later = { setTimeout }',
    'globalThis.setTimeout(f)',
    'crypto.randomUUID()',
    'globalThis.crypto',
    'process.env.HOME',
  ])('finds %s', (text) => {
    expect(findHostUses(parseSource('a.ts', text))).not.toEqual([]);
  });

  it.each([
    'new Date(0)',
    'value instanceof Date',
    'Math.max(1, 2)',
    'timers.setTimeout(f)',
    'const timers = { setTimeout: f }',
    '// Date.now()',
    "'process.env'",
  ])('allows %s', (text) => {
    expect(findHostUses(parseSource('a.ts', text))).toEqual([]);
  });
});

describe('findUnnamedExports', () => {
  it.each([
    "export * from './b.ts'",
    "export * as b from './b.ts'",
    'export default 1',
    'const a = 1; export { a as default }',
    "export { default } from './b.ts'",
  ])('finds %s', (text) => {
    expect(findUnnamedExports(parseSource('a.ts', text))).toHaveLength(1);
  });

  it('allows named exports', () => {
    const text = "export { a, type B } from './b.ts'; export const c = 1;";

    expect(findUnnamedExports(parseSource('a.ts', text))).toEqual([]);
  });
});

describe('findGlobalState', () => {
  it.each([
    'let count = 0;',
    'export let count = 0;',
    'var count = 0;',
    'const cache = new Map<string, number>();',
    'export const seen: Set<string> = new Set();',
    'const brands = new WeakSet();',
    'const holder = { cache: new WeakMap() };',
    'class Tool { static readonly #known = new Map(); }',
    'const queue: string[] = [];',
    'if (true) { let count = 0; }',
  ])('finds %s', (text) => {
    expect(findGlobalState(parseSource('a.ts', text))).toHaveLength(1);
  });

  it.each([
    "const names = new Set(['a']);",
    'const none: ReadonlyMap<string, string> = new Map([]);',
    'const none: readonly string[] = [];',
    'const none: ReadonlyArray<string> = [];',
    'function make() { let count = 0; return new Map(); }',
    'const make = () => new Map();',
    'class Tool { readonly #own = new Map(); run() { let x = new Set(); } }',
    'for (let index = 0; index < 3; index++) run(index);',
  ])('allows %s', (text) => {
    expect(findGlobalState(parseSource('a.ts', text))).toEqual([]);
  });
});
