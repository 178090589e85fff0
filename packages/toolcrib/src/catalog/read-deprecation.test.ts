import { describe, expect, it } from 'vitest';
import { readDeprecation } from './read-deprecation.ts';

const fail = (field: string, problem: string): never => {
  throw new Error(`${field}: ${problem}`);
};

describe('readDeprecation', () => {
  it('gives a frozen copy with its fields in one order, without those that are undefined', () => {
    const sunset = '2026-01-31T00:00:00.000Z';
    const given = { sunset, replacement: undefined, message: 'Old.' };

    const read = readDeprecation(given, fail);

    expect(JSON.stringify(read)).toBe(`{"message":"Old.","sunset":"${sunset}"}`);
    expect(Object.isFrozen(read)).toBe(true);
  });

  it.each([
    [undefined, ': must be an object, but nothing is there'],
    [null, ': must be an object, not null'],
    [{}, 'message: is missing; it must be a text of 1 to 4096 characters'],
    [{ message: '' }, 'message: must be a text of 1 to 4096 characters, not ""'],
    [{ message: 'Old.', replacement: 'a tool' }, 'replacement: must be the name of a tool, not "a tool"'],
    [
      { message: 'Old.', sunset: '2026-01-31' },
      'sunset: must be a date such as 2026-01-31T12:00:00.000Z, not "2026-01-31"',
    ],
    [{ message: 'Old.', until: 1 }, 'until: is not known; the fields here are message, replacement, sunset'],
  ])('lets its caller refuse %j', (value, message) => {
    expect(() => readDeprecation(value, fail)).toThrow(new Error(message));
  });
});
