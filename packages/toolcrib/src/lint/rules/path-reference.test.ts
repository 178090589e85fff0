import { describe, expect, it } from 'vitest';
import { worstIn } from '../../../../../test/lint/check-rule.ts';
import { pathReference } from './path-reference.ts';

describe('path-reference', () => {
  it.each(['Reads /etc/hosts.', 'Reads ~/notes.txt.', 'Reads C:\\temp\\a.txt.', 'Reads "$HOME/a".'])(
    'is an info for a path: %s',
    (description) => {
      expect(worstIn(pathReference, description)).toBe('info');
    },
  );

  it.each(['See https://example.com/home/a.', 'Either/or, 1/2, </b>.', 'Costs 5 $.', 'GET /users/{id}.'])(
    'finds nothing in what is no path: %s',
    (description) => {
      expect(worstIn(pathReference, description)).toBeUndefined();
    },
  );
});
