import { describe, expect, it } from 'vitest';
import { compareSpecs } from './compare-specs.ts';
import type { ComparableSpec } from './spec-comparison.ts';

const text = { type: 'string' };
const weather: ComparableSpec = {
  title: 'Weather',
  description: 'Tells the weather.',
  inputSchema: {
    type: 'object',
    properties: { city: { ...text, description: 'A city.' } },
    required: ['city'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { degrees: { type: 'integer' } }, required: ['degrees'] },
  annotations: { readOnlyHint: true },
  tags: ['weather'],
};

describe('compareSpecs', () => {
  it('finds nothing between equal specs', () => {
    expect(compareSpecs(weather, structuredClone(weather))).toEqual({
      verdict: 'compatible',
      declaredVerdict: 'compatible',
      input: { verdict: 'compatible', findings: [] },
      output: { verdict: 'compatible', findings: [] },
      isAddition: false,
      behavioural: [],
    });
  });

  it('lets an input accept more and an output promise more, as an addition', () => {
    const input = {
      ...weather,
      inputSchema: { type: 'object', properties: { city: text, unit: text }, additionalProperties: false },
    };
    const output = {
      ...weather,
      outputSchema: { ...weather.outputSchema, properties: { degrees: { const: 5 } } },
    };

    expect(compareSpecs(weather, input)).toMatchObject({ verdict: 'compatible', isAddition: true });
    expect(compareSpecs(weather, output)).toMatchObject({ verdict: 'compatible', isAddition: true });
  });

  it('calls it breaking if an input accepts less or an output promises less', () => {
    const input = compareSpecs(weather, {
      ...weather,
      inputSchema: { ...weather.inputSchema, required: ['city', 'unit'] },
    });
    const output = compareSpecs(weather, { ...weather, outputSchema: { type: 'object' } });

    expect(input).toMatchObject({
      verdict: 'breaking',
      input: { findings: [{ rule: 'required-added', witness: { city: 'a' } }] },
    });
    expect(output).toMatchObject({
      verdict: 'breaking',
      input: { verdict: 'compatible' },
      output: { verdict: 'breaking' },
    });
  });

  it('takes an output schema that is absent for one that promises nothing', () => {
    const { outputSchema: _, ...silent } = weather;

    expect(compareSpecs(silent, { ...silent, outputSchema: {} })).toMatchObject({
      verdict: 'compatible',
      isAddition: false,
    });
    expect(compareSpecs(silent, weather)).toMatchObject({ verdict: 'compatible', isAddition: true });
    expect(compareSpecs(weather, silent).verdict).toBe('breaking');
  });

  it('does not call unknown changes additions', () => {
    const remote = { ...weather, inputSchema: { $ref: 'https://example.com/schema' } };

    expect(compareSpecs(weather, remote)).toMatchObject({ verdict: 'unknown', isAddition: true });
  });

  it('lists what is only read, by pointer', () => {
    const after: ComparableSpec = {
      title: 'Weather',
      description: 'Tells the weather. Call me first!',
      inputSchema: {
        type: 'object',
        properties: {
          city: { ...text, description: 'A town.', format: 'city', 'x-own': 1 },
          note: { description: 'New.' },
        },
        required: ['city'],
      },
      outputSchema: { ...weather.outputSchema, examples: [{ degrees: 1 }] },
      annotations: { readOnlyHint: true, destructiveHint: true },
    };

    expect(compareSpecs(weather, after).behavioural).toEqual([
      { pointer: '/description', before: weather.description, after: after.description },
      { pointer: '/tags', before: ['weather'] },
      { pointer: '/inputSchema/properties/city/description', before: 'A city.', after: 'A town.' },
      { pointer: '/annotations/destructiveHint', after: true },
      { pointer: '/inputSchema/properties/city/format', after: 'city' },
      { pointer: '/inputSchema/properties/city/x-own', after: 1 },
      { pointer: '/inputSchema/properties/note/description', after: 'New.' },
      { pointer: '/outputSchema/examples', after: [{ degrees: 1 }] },
    ]);
  });

  it('takes properties that are called as annotations for properties', () => {
    const before = { inputSchema: { properties: { description: text, default: { const: { title: 'a' } } } } };
    const after = { inputSchema: { properties: { description: text, default: { const: { title: 'b' } } } } };

    expect(compareSpecs(before, after).behavioural).toEqual([]);
  });

  it('counts formats that are enforced, of arguments and results', () => {
    const mail = { type: 'object', properties: { to: { ...text, format: 'email' } } };
    const free = { type: 'object', properties: { to: text } };
    const compare = (before: ComparableSpec, after: ComparableSpec) => {
      const { verdict, declaredVerdict, behavioural } = compareSpecs(before, after, { formats: 'enforced' });
      return [verdict, declaredVerdict, behavioural.length];
    };

    expect(compare({ inputSchema: free }, { inputSchema: mail })).toEqual(['breaking', 'breaking', 0]);
    expect(compare({ inputSchema: mail }, { inputSchema: free })).toEqual(['compatible', 'compatible', 0]);
    expect(
      compare({ inputSchema: free, outputSchema: mail }, { inputSchema: free, outputSchema: free }),
    ).toEqual(['breaking', 'breaking', 0]);
    expect(compareSpecs({ inputSchema: free }, { inputSchema: mail })).toMatchObject({
      verdict: 'compatible',
      behavioural: [{ pointer: '/inputSchema/properties/to/format', after: 'email' }],
    });
  });

  it('does not know schemas whose references lead deeper than the stack', () => {
    const chain = (description: string) => {
      const links = Array.from({ length: 1_000 }, (_, index) => [
        `n${index}`,
        { description, properties: { next: index < 999 ? { $ref: `#/$defs/n${index + 1}` } : {} } },
      ]);
      return {
        type: 'object',
        $defs: Object.fromEntries(links),
        properties: { first: { $ref: '#/$defs/n0' } },
      };
    };

    const { verdict, declaredVerdict } = compareSpecs(
      { inputSchema: chain('old') },
      { inputSchema: chain('new') },
    );

    expect([verdict, declaredVerdict]).toEqual(['unknown', 'unknown']);
  });

  it('refuses options that do not exist', () => {
    expect(() => compareSpecs(weather, weather, { format: 'enforced' } as never)).toThrow(
      'Unknown option "format". Did you mean "formats"?',
    );
  });
});
