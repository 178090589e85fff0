import { describe, expect, it } from 'vitest';
import { bundleForBrowser, runBare } from '../scripts/lib/bundle-for-browser.ts';

describe('bundleForBrowser', () => {
  it('refuses a module that needs Node', async () => {
    await expect(bundleForBrowser("import 'node:fs';")).rejects.toThrow('node:fs');
  });
});

describe('runBare', () => {
  it('offers the web but no Node', async () => {
    const bundle = await bundleForBrowser('export const has = [typeof URL, typeof process, typeof Buffer];');

    expect(runBare(bundle, 'bundle.has.join()', { allowEval: true })).toBe('function,undefined,undefined');
  });

  it('forbids code from strings when told so', async () => {
    const bundle = await bundleForBrowser("export const make = () => new Function('return 1')();");

    expect(runBare(bundle, 'bundle.make()', { allowEval: true })).toBe(1);
    expect(() => runBare(bundle, 'bundle.make()', { allowEval: false })).toThrow('Code generation');
  });
});
