import { describe, expect, it } from 'vitest';
import { toDescriptionField } from './to-description-field.ts';

describe('toDescriptionField', () => {
  it.each([
    ['Does it.', { description: 'Does it.' }],
    ['Half \ud800', { description: 'Half \ufffd' }],
    [' ', {}],
  ])('gives a text that every provider takes, or none (%#)', (description, field) => {
    expect(toDescriptionField({ description })).toEqual(field);
  });
});
