import { describe, expect, it } from 'vitest';
import { runSteps, type Step } from '../scripts/lib/run-steps.ts';

describe('runSteps', () => {
  it('runs every step in spite of failures and returns results in order', async () => {
    const done: string[] = [];
    const steps: Step[] = [
      { name: 'late', after: ['broken'], run: async () => ({ code: 0, output: '', stdout: '' }) },
      { name: 'broken', run: () => Promise.reject(new Error('no such tool')) },
    ];

    const results = await runSteps(steps, { lanes: 2, onDone: ({ name }) => done.push(name) });

    expect(results.map(({ name, code }) => [name, code])).toEqual([
      ['late', 0],
      ['broken', 1],
    ]);
    expect(results[1]?.output).toContain('no such tool');
    expect(done).toEqual(['broken', 'late']);
  });

  it('runs as many steps at once as there are lanes', async () => {
    let [running, most] = [0, 0];
    const run = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return { code: 0, output: '', stdout: '' };
    };
    const steps = ['a', 'b', 'c', 'd'].map((name) => ({ name, run }));

    await runSteps(steps, { lanes: 2, onDone: () => undefined });

    expect(most).toBe(2);
  });

  it('refuses steps that wait for nothing that exists', async () => {
    const steps: Step[] = [{ name: 'a', after: ['b'], run: () => Promise.reject(new Error('never')) }];

    await expect(runSteps(steps, { lanes: 2, onDone: () => undefined })).rejects.toThrow('a');
  });
});
