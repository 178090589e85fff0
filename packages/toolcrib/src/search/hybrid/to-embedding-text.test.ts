import { describe, expect, it } from 'vitest';
import { MAX_EMBEDDED_CHARACTERS, toEmbeddingText } from './to-embedding-text.ts';

describe('toEmbeddingText', () => {
  it('has the words of the name, the title, the description and the parameters, a line each', () => {
    const text = toEmbeddingText({
      name: 'weather.getHTTPForecast_v2',
      title: 'Forecast',
      description: 'Tells the weather.',
      inputSchema: {
        type: 'object',
        properties: {
          cityName: { type: 'string', description: 'Where' },
          days: true,
          unit: { description: 1 },
        },
      },
      tags: ['not-embedded'],
    });

    expect(text).toBe(
      'weather get HTTP Forecast v2\nForecast\nTells the weather.\ncity Name: Where\ndays\nunit',
    );
  });

  it('is never empty', () => {
    expect(toEmbeddingText({ name: '___', title: ' ', description: '' })).toBe('___');
  });

  it('is cut, without half a character at its end', () => {
    const text = toEmbeddingText({ name: 'n', description: '😀'.repeat(30_000) });

    expect(text.length).toBeLessThanOrEqual(MAX_EMBEDDED_CHARACTERS);
    expect(text.length).toBeGreaterThan(MAX_EMBEDDED_CHARACTERS - 2);
    expect(text.isWellFormed()).toBe(true);
  });

  it('reads no more parameters than there is room for', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`parameter_${at}`, { description: 'x'.repeat(1_000) }]),
    );

    const text = toEmbeddingText({ name: 'n', inputSchema: { properties } });

    expect(text.length).toBeLessThanOrEqual(MAX_EMBEDDED_CHARACTERS);
    expect(text.split('\n')).toHaveLength(3);
  });
});
