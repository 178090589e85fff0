import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery } from './read-query.ts';

describe('readQuery', () => {
  it('reads names and values, and lists of what is given more than once', () => {
    expect({ ...readQuery('q=a+b&tag=x&tag=%C3%A9&tag=&flag&&e=1=2') }).toEqual({
      q: 'a b',
      tag: ['x', 'é', ''],
      flag: '',
      e: '1=2',
    });
  });

  it('takes names that objects have for names', () => {
    const query = readQuery('__proto__=1&constructor=2&toString=3');

    expect(Object.entries(query)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ]);
  });

  it.each(['a=%', 'a=%ff', '%zz=1', 'a=%00', Array(66).fill('a=1').join('&')])('refuses %j', (query) => {
    expect(() => readQuery(query)).toThrow(expect.objectContaining({ code: 'E_INVALID_REQUEST' }));
  });

  it('reads whatever URLSearchParams writes', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(
        fc.dictionary(
          word.filter((text) => text !== ''),
          word,
          { maxKeys: 20 },
        ),
        (values) => {
          const query = new URLSearchParams(values).toString();

          expect(new Map(Object.entries(readQuery(query)))).toEqual(new Map(Object.entries(values)));
        },
      ),
    );
  });
});
