import { describe, expect, it } from 'vitest';
import { defaultMaxPerKey } from './max-per-key.ts';
import { OpenCounts } from './open-counts.ts';
import { operatorPrincipal } from './operator-principal.ts';
import type { Principal } from './principal.ts';

function keyOf(id: string): Principal {
  return { id, kind: 'key', name: id, grants: [], limits: {} };
}

describe('OpenCounts', () => {
  const maxPerKey = { ...defaultMaxPerKey, calls: 2, streams: 1 };

  it('lets each key have so much open of each kind, and says what is too much', () => {
    const limited: string[] = [];
    const counts = new OpenCounts({ maxPerKey, onLimited: (kind) => limited.push(kind) });
    for (const key of ['a', 'b']) {
      counts.acquire('calls', keyOf(key));
      counts.acquire('calls', keyOf(key));
      counts.acquire('streams', keyOf(key));
    }

    expect(() => counts.acquire('calls', keyOf('a'))).toThrow(
      expect.objectContaining({
        code: 'E_CONCURRENCY_LIMITED',
        message:
          'The limit of 2 calls that have not ended of one key is reached. Wait until some of them have ended, or cancel them.',
        context: { kind: 'calls', limit: 2, retryAfterMs: 1_000 },
      }),
    );
    expect(limited).toEqual(['calls']);
  });

  it('counts what was released once, however often that is said', () => {
    const counts = new OpenCounts({ maxPerKey });
    const release = counts.acquire('calls', keyOf('a'));
    counts.acquire('calls', keyOf('a'));
    for (const _ of [1, 2, 3]) release();
    counts.acquire('calls', keyOf('a'));

    expect(() => counts.acquire('calls', keyOf('a'))).toThrow('The limit of 2');
  });

  it('holds whoever has the database to nothing', () => {
    const counts = new OpenCounts({ maxPerKey });

    for (let index = 0; index < 10; index++) counts.acquire('streams', operatorPrincipal)();
    for (let index = 0; index < 10; index++) counts.acquire('streams', operatorPrincipal);
  });
});
