import { describe, expect, it } from 'vitest';
import { describeRedactions, findRedactions } from './redactions.ts';

describe('findRedactions', () => {
  it('counts what was taken out, by kind', () => {
    const redacted = 'a [redacted:password] b [redacted:token] c [redacted:password] d [redacted]';

    expect(findRedactions('a 1 b 2 c 3 d 4', redacted)).toEqual([
      { kind: 'password', count: 2 },
      { kind: 'token', count: 1 },
      { kind: 'secret', count: 1 },
    ]);
  });

  it('does not count placeholders that the text had before', () => {
    const text = '[redacted:password] [redacted:token] x';

    expect(findRedactions(text, text)).toEqual([]);
    expect(findRedactions(text, '[redacted:password] [redacted:token] [redacted:token]')).toEqual([
      { kind: 'token', count: 1 },
    ]);
  });

  it('counts one secret where a redactor leaves placeholders of its own', () => {
    expect(findRedactions('pin 1234', 'pin ****')).toEqual([{ kind: 'secret', count: 1 }]);
  });
});

describe('describeRedactions', () => {
  it('names kinds and numbers, and says what a placeholder is', () => {
    const redactions = [
      { kind: 'password', count: 1 },
      { kind: 'key', count: 2 },
    ];

    expect(describeRedactions(redactions)).toBe(
      'Redacted from this result: 1 password, 2 keys. A placeholder such as [redacted] is not the real value; do not write it anywhere.',
    );
  });
});
