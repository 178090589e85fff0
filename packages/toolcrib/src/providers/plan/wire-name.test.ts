import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isToolName } from '../../core/tool-name.ts';
import { toWireName, type WireNameProvider, wireNameRules } from './wire-name.ts';

const providers = Object.keys(wireNameRules) as WireNameProvider[];

/** Written from the providers' published rules, not from the table. */
const published: Record<WireNameProvider, RegExp> = {
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  gemini: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  bedrock: /^[a-zA-Z0-9_-]{1,64}$/,
  mcp: /^[A-Za-z0-9_.-]{1,128}$/,
};

describe('toWireName', () => {
  it.each(providers)('[T11] makes a name that %s accepts out of any id', (provider) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (id) => {
        expect(toWireName(id, provider)).toMatch(published[provider]);
      }),
    );
  });

  it.each(providers)('[T11] leaves a legal tool name as it is for %s', (provider) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/), (name) => {
        expect(isToolName(name)).toBe(true);
        expect(toWireName(name, provider)).toBe(name);
      }),
    );
  });

  it('[T11] is the same everywhere and every time', () => {
    expect(toWireName('github.com/issues.create', 'openai')).toBe('github_com_issues_create_a6fa470f0e');
    expect(toWireName('github.issues', 'mcp')).toBe('github.issues');
  });

  it('[T11] keeps ids apart that look alike once they are made legal', () => {
    const ids = ['a.b', 'a/b', 'a b', 'a:b', 'A.b', `${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`];

    expect(new Set(ids.map((id) => toWireName(id, 'openai'))).size).toBe(ids.length);
  });
});
