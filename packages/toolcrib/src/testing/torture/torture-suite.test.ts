import { describe, expect, it } from 'vitest';
import type { TortureObservation, TortureSubject } from './torture-subject.ts';
import { describeTorture, runTorture, type TortureOptions } from './torture-suite.ts';

/** Does for these scenarios, and no others, what a library should do. */
const carefulSubject: TortureSubject = {
  name: 'careful',
  async run({ tools, call }) {
    const [tool, ...others] = tools;
    if (tool === undefined || others.length > 0 || !/^\w+$/.test(tool.name)) {
      return { kind: 'refused', message: 'Bad tools.' };
    }
    const answer = (toModel: string, isError = true): TortureObservation => {
      return { kind: 'answered', isError, toModel, offeredNames: [tool.name] };
    };
    if (call.args.days === 'five') return answer('days must be an integer');
    try {
      const result = await Promise.race([tool.handler(call.args), afterManyTicks()]);
      if (typeof result !== 'string') return answer('The result is not usable.');
      const isLong = result.length > 1_000;
      return answer(isLong ? `${result.slice(0, 1_000)} (truncated)` : result, false);
    } catch {
      return answer('The tool failed.');
    }
  },
};

/** Does what is least work. */
const carelessSubject: TortureSubject = {
  name: 'careless',
  async run({ tools, call }) {
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    const outcome = Promise.resolve(byName.get(call.tool)?.handler(call.args)).then(
      (result) => ({ isError: false, toModel: String(result) }),
      (error: unknown) => ({ isError: true, toModel: String(error) }),
    );
    const settled = await Promise.race([outcome, afterManyTicks()]);
    if (settled === undefined) return { kind: 'pending' };
    return { kind: 'answered', ...settled, offeredNames: [...byName.keys()] };
  },
};

describe('runTorture', () => {
  it('lets a careful library pass all eight', async () => {
    const rows = await runTorture(carefulSubject);

    expect(rows.map(({ id, passed, finding }) => [id, passed, finding])).toEqual([
      [1, true, 'time-out'],
      [2, true, 'error'],
      [3, true, 'rejected'],
      [4, true, 'refused'],
      [5, true, 'redacted'],
      [6, true, 'refused'],
      [7, true, 'bounded'],
      [8, true, 'error'],
    ]);
  });

  it('lets a careless library pass none', async () => {
    const rows = await runTorture(carelessSubject);

    expect(rows.map(({ id, passed, finding }) => [id, passed, finding])).toEqual([
      [1, false, 'hangs'],
      [2, false, 'accepted'],
      [3, false, 'accepted'],
      [4, false, 'last wins'],
      [5, false, 'leaks'],
      [6, false, 'accepted'],
      [7, false, 'all sent'],
      [8, false, '[object Object]'],
    ]);
  });

  it('judges nobody who cannot answer a sane call', async () => {
    const refuseAll: TortureSubject = {
      name: 'wall',
      run: async () => ({ kind: 'refused', message: 'No.' }),
    };

    await expect(runTorture(refuseAll)).rejects.toThrow('wall fails torture test 0, sane call: refused');
  });

  it.each<[TortureOptions, number]>([
    [{}, 60_000],
    [{ patienceMs: 5 }, 5],
  ])('tells the subject how long to wait: %o', async (options, expected) => {
    const seen = new Set<number>();
    const subject: TortureSubject = {
      name: 'watched',
      run: (scenario) => {
        seen.add(scenario.patienceMs);
        return carefulSubject.run(scenario);
      },
    };

    await runTorture(subject, options);

    expect([...seen]).toEqual([expected]);
  });

  it('passes on a mistake of the subject instead of counting it', async () => {
    const broken: TortureSubject = { name: 'broken', run: () => Promise.reject(new Error('typo')) };

    await expect(runTorture(broken)).rejects.toThrow('typo');
  });
});

describe('describeTorture', () => {
  it('declares tests that say what a careless library did', async () => {
    const tests = declare(carelessSubject);

    expect([...tests.keys()].map((name) => name.slice(0, 2))).toEqual(
      Array.from({ length: 9 }, (_, id) => `${id}:`),
    );
    const [sane, ...others] = tests.values();
    await expect(sane?.()).resolves.toBeUndefined();
    for (const body of others) await expect(body()).rejects.toThrow(/^careless fails torture test \d, /);
    await expect(others[0]?.()).rejects.toThrow('There was no answer.');
    await expect(others[4]?.()).rejects.toThrow('It was answered: "Error: connect ECONNREFUSED');
  });
});

describeTorture(carefulSubject, { describe, it });

function declare(subject: TortureSubject): Map<string, () => Promise<void>> {
  const tests = new Map<string, () => Promise<void>>();
  describeTorture(subject, {
    describe: (_name, body) => body(),
    it: (name, body) => tests.set(name, body),
  });
  return tests;
}

/** Stands in for time that passes. */
async function afterManyTicks(): Promise<undefined> {
  for (let tick = 0; tick < 20; tick++) await Promise.resolve();
}
