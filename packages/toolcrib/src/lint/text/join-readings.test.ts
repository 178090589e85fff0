import { describe, expect, it } from 'vitest';
import { lintSpec } from '../lint-spec.ts';

function lintParameters(...descriptions: readonly string[]): readonly string[] {
  const properties = Object.fromEntries(
    descriptions.map((description, index) => [`p${index}`, { type: 'string', description }]),
  );
  const inputSchema = { type: 'object', properties, additionalProperties: false };
  return lintSpec({ name: 'tell_time', description: 'Tells the time.', inputSchema })
    .filter(({ severity }) => severity === 'error')
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('texts of one definition', () => {
  it('count together where each says little', () => {
    const first = 'Stays out of the summary.';
    const second = 'The assistant must fill it in.';

    expect(lintParameters(first)).toEqual([]);
    expect(lintParameters(second)).toEqual([]);
    expect(lintParameters(first, second)).toEqual([
      '/inputSchema/properties/p0/description The description hides something from the user, together with other texts of the definition.',
      '/inputSchema/properties/p0/description The description gives orders to the model, together with other texts of the definition.',
    ]);
  });

  it('do not count together where they only describe', () => {
    expect(lintParameters('Path of the .env file to read.', 'What to send to the server.')).toEqual([]);
  });
});
