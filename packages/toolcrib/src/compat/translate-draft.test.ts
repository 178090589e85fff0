import { describe, expect, it } from 'vitest';
import { translateDraft } from './translate-draft.ts';

const draft04 = 'http://json-schema.org/draft-04/schema#';
const draft07 = 'http://json-schema.org/draft-07/schema#';

describe('translateDraft', () => {
  it('makes exclusive limits of limits that are made exclusive, wherever there is a schema', () => {
    const limits = { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false };

    expect(
      translateDraft({ $schema: draft04, items: [limits], properties: { a: { allOf: [limits] } } }),
    ).toEqual({
      $schema: draft07,
      items: [{ exclusiveMinimum: 1, maximum: 5 }],
      properties: { a: { allOf: [{ exclusiveMinimum: 1, maximum: 5 }] } },
    });
  });

  it('leaves values alone that only look like schemas', () => {
    const value = { minimum: 1, exclusiveMinimum: true, id: 'a' };

    expect(translateDraft({ $schema: draft04, enum: [value], default: value })).toEqual({
      $schema: draft07,
      enum: [value],
      default: value,
    });
  });

  it('drops what an old draft does not know', () => {
    const schema = { id: 'http://example.com/a', const: 1, if: { type: 'string' }, type: 'number' };

    expect(translateDraft({ $schema: draft04, ...schema })).toEqual({
      $schema: draft07,
      $id: schema.id,
      type: 'number',
    });
    expect(translateDraft({ $schema: draft04.replace('04', '06'), ...schema })).toEqual({
      $schema: draft07,
      id: schema.id,
      const: 1,
      type: 'number',
    });
  });

  it('leaves schemas of other drafts as they are', () => {
    for (const schema of [
      { $schema: draft07, exclusiveMinimum: true },
      { exclusiveMinimum: true },
      true,
      null,
      [],
    ]) {
      expect(translateDraft(schema)).toBe(schema);
    }
  });
});
