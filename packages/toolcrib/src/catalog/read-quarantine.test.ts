import { describe, expect, it } from 'vitest';
import { readQuarantine } from './read-quarantine.ts';

const since = '2026-01-31T00:00:00.000Z';
const fail = (field: string, problem: string): never => {
  throw new Error(`${field}: ${problem}`);
};

describe('readQuarantine', () => {
  it('gives a frozen copy with its fields in one order, without those that are undefined', () => {
    const read = readQuarantine({ by: undefined, since, reason: 'It leaks.' }, fail);

    expect(JSON.stringify(read)).toBe(`{"reason":"It leaks.","since":"${since}"}`);
    expect(Object.isFrozen(read)).toBe(true);
  });

  it.each([
    [null, ': must be an object, not null'],
    [{ since }, 'reason: is missing; it must be a text of 1 to 4096 characters'],
    [{ reason: 'It leaks.' }, 'since: is missing; it must be a date such as 2026-01-31T12:00:00.000Z'],
    [{ reason: 'It leaks.', since, by: 1 }, 'by: must be a text of 1 to 256 characters, not 1'],
    [{ reason: 'It leaks.', since, why: 1 }, 'why: is not known; the fields here are reason, since, by'],
  ])('lets its caller refuse %j', (value, message) => {
    expect(() => readQuarantine(value, fail)).toThrow(new Error(message));
  });
});
