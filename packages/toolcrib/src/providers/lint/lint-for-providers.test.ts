import { describe, expect, it } from 'vitest';
import { type LintFinding, lintSpec } from '../../lint/index.ts';
import type { LintableSpec } from '../../lint/lint-rule.ts';
import { type LintProvider, lintForProviders } from './lint-for-providers.ts';

function lint(spec: Partial<LintableSpec>, providers?: readonly LintProvider[]): readonly LintFinding[] {
  const whole = {
    name: 'get_weather',
    description: 'Weather of a city.',
    inputSchema: { type: 'object' },
    ...spec,
  };
  return lintSpec(whole, { rules: [lintForProviders(providers)] }).filter(
    ({ rule }) => rule === 'provider-rules',
  );
}

describe('lintForProviders', () => {
  it('finds nothing in a definition that all providers take as it is', () => {
    const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

    expect(lint({ inputSchema })).toEqual([]);
  });

  it('reports each provider that would refuse a tool', () => {
    const inputSchema = {
      type: 'object',
      properties: { pages: { type: 'integer', exclusiveMinimum: true } },
    };

    const findings = lint({ inputSchema });

    expect(findings.map(({ severity }) => severity)).toEqual(['error', 'error', 'error', 'error']);
    expect(findings.map(({ message }) => message.split(' ')[0]).sort()).toEqual([
      'Anthropic',
      'Bedrock',
      'Gemini',
      'OpenAI',
    ]);
  });

  it('asks the chosen providers only, each once', () => {
    const inputSchema = {
      type: 'object',
      properties: { pages: { type: 'integer', exclusiveMinimum: true } },
    };

    expect(lint({ inputSchema }, ['gemini', 'gemini'])).toHaveLength(1);
    expect(lint({ inputSchema }, [])).toEqual([]);
  });

  it('tells under which name a provider is told a tool', () => {
    const [finding, ...others] = lint({ name: 'get weather' }, ['openai']);

    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'info', pointer: '/name' });
    expect(finding?.message).toMatch(/^OpenAI does not take the name, and is told "[\w-]+" instead\.$/);
  });

  it('tells where a keyword has to be said in other words', () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    };

    const findings = lint({ inputSchema });

    expect(findings.length).toBeGreaterThan(0);
    for (const { severity, pointer } of findings) {
      expect(severity).toBe('info');
      expect(pointer).toMatch(/^\/inputSchema/);
    }
  });

  it('checks a spec without a description', () => {
    expect(lint({ description: undefined })).toEqual([]);
  });
});
