import { describe, expect, it } from 'vitest';
import { FieldReader } from './field-reader.ts';

function fail(field: string, problem: string): never {
  throw new Error(`${field} ${problem}`);
}

describe('a field reader', () => {
  it('refuses a field that is not known before it reads any', () => {
    let reads = 0;
    const value = {
      get name() {
        reads += 1;
        return 'x';
      },
      other: 1,
    };

    expect(() => new FieldReader(value, ['name'], fail)).toThrow(
      'other is not known; the fields here are name',
    );
    expect(reads).toBe(0);
  });

  it('reads each field once, and refuses what cannot be read', () => {
    let reads = 0;
    const value = {
      get name() {
        reads += 1;
        return `x${reads}`;
      },
    };
    const reader = new FieldReader(value, ['name'], fail);

    expect([reader.get('name'), reader.text('name', 9), reads]).toEqual(['x1', 'x1', 1]);
    const broken = {
      get name() {
        throw new Error('No.');
      },
    };
    expect(() => new FieldReader(broken, ['name'], fail)).toThrow('must be an object, not this object');
  });
});
