import { runChild } from '../lib/run-child.ts';
import { type Goal, type Row, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';

const callCount = 32;
const handlerMs = 20;
/** Long enough for some runs in each batch, so that one late timer does not decide. */
const batchMs = 200;
const goal: Goal = { of: 'ratio', atMost: 1.1 };

/** How long do calls take that wait at the same time? */
export const parallelRow: Row = {
  name: 'parallel',
  async run(effort) {
    const input = { effort: { ...effort, batchMs }, callCount, handlerMs };
    const samples = await runChild<Sample[]>('parallel', input);
    const base = { unit: 'nanoseconds', floor: sampleOf(samples, 'floor') } as const;
    const ours = ['runtime.callAll', 'a whole turn'].map((name) => sampleOf(samples, name));
    const names = ours.map(({ name }) => name);
    return [
      {
        title: `parallel: ${callCount} calls of ${handlerMs} ms, by the clock (floor: the bare handlers)`,
        lines: ours.map((sample) => ({ ...base, name: sample.name, ours: sample, goal })),
        peers: toPeerLines(samplesBut(samples, ['floor', ...names]), base),
        notes: [
          'All of a round start at once; peers by Promise.all of their calls of one tool.',
          'A whole turn: the model proposes all calls in one step, and then answers.',
        ],
      },
    ];
  },
};
