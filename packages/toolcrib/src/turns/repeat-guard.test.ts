import { describe, expect, it } from 'vitest';
import { tool } from '../../../../test/runtime.ts';
import { hashJson } from '../core/hash-json.ts';
import type { JsonObject } from '../core/json.ts';
import { allow } from '../runtime/policy/policy.ts';
import { RepeatGuard } from './repeat-guard.ts';

const save = tool('save', () => 'saved');

/** A guard that tells how often each call was made before. */
function startGuard() {
  const counts: number[] = [];
  const repeats = new RepeatGuard(({ count }) => {
    counts.push(count);
    return allow();
  });
  let calls = 0;
  const make = (args: JsonObject, called = save) =>
    repeats.guard({ invocationId: `call-${++calls}`, tool: called, args });
  return { counts, make };
}

describe('RepeatGuard', () => {
  it('tells calls apart whose hashes are the same', () => {
    const { counts, make } = startGuard();
    const long = 'x'.repeat(1_000);
    const [one, other] = [{ text: `${long}1` }, { text: `${long}2` }];

    expect(hashJson(one)).toBe(hashJson(other));
    for (const args of [one, other, one, other, one]) make(args);

    expect(counts).toEqual([1, 1, 2]);
  });

  it('tells tools and versions apart that are called with the same arguments', () => {
    const { counts, make } = startGuard();

    make({ id: 1 });
    make(
      { id: 1 },
      tool('load', () => 'loaded'),
    );
    make(
      { id: 1 },
      tool('save', () => 'saved', { version: '2.0.0' }),
    );
    make({ id: 1 });

    expect(counts).toEqual([1]);
  });
});
