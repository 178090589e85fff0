import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { type BodyTurn, createLargeBodies } from './large-bodies.ts';

const never = new AbortController().signal;

function createWorld() {
  const clock = createFakeClock();
  const bodies = createLargeBodies({ clock, slowBodyMs: 1_000 });
  const begun: { readonly who: string; readonly turn: BodyTurn }[] = [];
  return {
    clock,
    bodies,
    begun,
    names: () => begun.map(({ who }) => who),
    enter: (who: string, signal = never) =>
      bodies.enter(who, signal).then((turn) => {
        begun.push({ who, turn });
      }),
    settled: () => clock.advance(0),
  };
}

describe('turns of large bodies', () => {
  it('go round among the senders, however many one of them has sent', async () => {
    const { enter, begun, names, settled } = createWorld();
    for (const who of ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'd']) void enter(who);
    await settled();
    for (let index = 0; index < 8; index++) {
      begun[index]?.turn.end();
      await settled();
    }

    expect(names()).toEqual(['a', 'b', 'c', 'd', 'a', 'b', 'a', 'b']);
  });

  it('end once, whoever says so', async () => {
    const { enter, begun, names, settled } = createWorld();
    for (const who of ['a', 'b', 'c', 'd']) void enter(who);
    await settled();
    for (const _ of [1, 2, 3]) begun[0]?.turn.end();
    await settled();

    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('are given up by a body that is slow, once another sender waits', async () => {
    const { clock, enter, begun, names, settled } = createWorld();
    for (const who of ['a', 'b']) void enter(who);
    await clock.advance(5_000);
    expect(begun.map(({ turn }) => turn.signal.aborted)).toEqual([false, false]);

    void enter('a');
    expect(begun[0]?.turn.signal.aborted).toBe(false);
    void enter('c');

    expect(begun.map(({ turn }) => turn.signal.aborted)).toEqual([true, false]);
    expect(begun[0]?.turn.signal.reason).toMatchObject({ code: 'E_REQUEST_TIMED_OUT' });
    begun[0]?.turn.end();
    await settled();
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('are kept by a body that is complete, and by one that has not had its time', async () => {
    const { clock, enter, begun, settled } = createWorld();
    for (const who of ['a', 'b', 'c']) void enter(who);
    await settled();
    begun[0]?.turn.hasRead();
    await clock.advance(999);
    expect(begun.map(({ turn }) => turn.signal.aborted)).toEqual([false, false]);

    await clock.advance(1);

    expect(begun.map(({ turn }) => turn.signal.aborted)).toEqual([false, true]);
  });

  it('are not waited for by more than a hundred of one sender', async () => {
    const { bodies, enter, settled } = createWorld();
    for (let index = 0; index < 101; index++) void enter('a');
    await settled();

    await expect(bodies.enter('a', never)).rejects.toMatchObject({ code: 'E_REQUEST_TIMED_OUT' });
    void enter('b');
  });

  it('are not given to somebody who has gone', async () => {
    const { enter, begun, names, settled } = createWorld();
    const controller = new AbortController();
    for (const who of ['a', 'b']) void enter(who);
    const gone = expect(enter('c', controller.signal)).rejects.toThrow('gone');
    void enter('d');
    controller.abort(new Error('gone'));
    await gone;
    begun[0]?.turn.end();
    await settled();

    expect(names()).toEqual(['a', 'b', 'd']);
  });
});
