import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makePair } from '../../../../test/http/make-pair.ts';
import { assertTlsPair, type TlsPair } from '../node/tls-pair.ts';
import { TlsReloader } from './tls-reloader.ts';

/** A reloader over files that the test writes, and what came of it. */
function start(current: TlsPair) {
  const world = { files: current, tried: 0, used: [] as TlsPair[], lines: [] as string[] };
  const clock = createFakeClock();
  const reloader = new TlsReloader({
    ...{ current, clock },
    load: async () => world.files,
    replace: (pair) => {
      world.tried++;
      assertTlsPair(pair);
      world.used.push(pair);
    },
    log: {
      info: (message) => void world.lines.push(message),
      error: (_, error, facts) =>
        void world.lines.push(`${(error as { code: string }).code} ${facts?.problem}`),
    },
  });
  onTestFinished(() => reloader.close());
  /** Lets the time pass until the files are read once more. */
  const wait = async () => {
    await clock.advance(10_000);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { world, reloader, wait };
}

const [one, two] = [makePair('one.example'), makePair('two.example')];

describe('TlsReloader', () => {
  it('uses what is in the files once that has changed', async () => {
    const { world, wait } = start(one);

    await wait();
    expect(world.used).toEqual([]);
    world.files = two;
    await wait();
    await wait();

    expect(world.used).toEqual([two]);
    expect(world.lines).toEqual(['the TLS certificate was replaced']);
  });

  it('says nothing of a pair that is only half written', async () => {
    const { world, wait } = start(one);

    world.files = { ...one, cert: two.cert };
    await wait();
    world.files = two;
    await wait();

    expect(world.used).toEqual([two]);
    expect(world.lines).toEqual(['the TLS certificate was replaced']);
  });

  it('keeps the pair that it had if another one cannot be used, and says so once', async () => {
    const { world, wait } = start(one);

    world.files = { ...one, cert: two.cert };
    for (let times = 0; times < 4; times++) await wait();
    expect(world.used).toEqual([]);
    expect(world.lines).toEqual(['E_TLS_INVALID The key is not that of the certificate.']);
    expect(world.tried).toBe(1);
    world.files = { ...one, key: 'none' };
    await wait();
    await wait();

    expect(world.lines.at(-1)).toBe('E_TLS_INVALID The key is not in PEM form.');
    world.files = one;
    await wait();
    expect(world.used).toEqual([]);
  });

  it('looks at once if it is asked to, and says what is wrong at once, each time', async () => {
    const { world, reloader } = start(one);

    world.files = { ...one, cert: two.cert };
    await reloader.reload();
    await reloader.reload();
    const line = 'E_TLS_INVALID The key is not that of the certificate.';
    expect(world.lines).toEqual([line, line]);
    world.files = two;
    await reloader.reload();

    expect(world.used).toEqual([two]);
  });
});
