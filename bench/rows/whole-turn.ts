import { runChild } from '../lib/run-child.ts';
import type { Effort, Goal, Line, PeerLine, Row } from '../lib/section.ts';
import { type Sample, sampleOf } from '../lib/statistics.ts';
import { type TurnMakerId, turnPeerIds, turnPeerNames } from '../lib/whole-turn/load-turn-maker.ts';
import type { TurnShape } from '../lib/whole-turn/turn-script.ts';

const oneCall: TurnShape = { name: '1 step', steps: 1, callsPerStep: 1 };
const shortTurn: TurnShape = { name: '32 steps', steps: 32, callsPerStep: 1 };
const longTurn: TurnShape = { name: '128 steps', steps: 128, callsPerStep: 1 };
const shapes: readonly (TurnShape & { readonly goal?: Goal })[] = [
  { name: 'no step', steps: 0, callsPerStep: 0 },
  { ...oneCall, goal: { of: 'ratio', atMost: 4 } },
  shortTurn,
  { ...longTurn, goal: { of: 'ratio', atMost: 4 } },
  { name: '1 step of 32 calls', steps: 1, callsPerStep: 32 },
];
/** What counts as constant, as the cost of a step in a long turn divided by that in a shorter one. */
const GROWTH_GOAL: Goal = { of: 'ratio', atMost: 1.1 };

/** A turn leaves garbage: a batch must be long enough for the collector to have its share in each. */
const BATCH_FACTOR = 5;
/** Some peers need most of a second for a long turn. */
const PEER_ROUNDS_FACTOR = 1 / 3;
const MIN_PEER_ROUNDS = 3;

/** What does a whole turn cost, from the prompt to the answer, with a model that answers at once? */
export const wholeTurnRow: Row = {
  name: 'whole-turn',
  async run(effort) {
    const samples = await measure('ours', effort);
    return [
      {
        title: 'whole-turn: prompt, steps of one call each, answer; 10 tools (floor: a hand-written loop)',
        lines: [
          ...shapes.map((shape) => toLine(samples, shape)),
          toFixedLine(samples),
          toGrowthLine(samples),
        ],
        peers: await measurePeers(effort),
        notes: [
          'Ours: deadlines of turn and calls, policy, records, memory ledger, and one listener for all events.',
          'The floor makes its Map and its list in each turn, as in the row turn; fixed: once, for all turns.',
          'Models are scripted and in the process. A peer is measured in a process of its own, beside the floor.',
        ],
      },
    ];
  },
};

function measure(maker: TurnMakerId, { batchMs, ...rest }: Effort): Promise<Sample[]> {
  const effort = { ...rest, batchMs: batchMs * BATCH_FACTOR };
  const fixed = maker === 'ours' ? [oneCall] : [];
  return runChild('whole-turn', { maker, shapes, fixed, effort });
}

function toLine(samples: readonly Sample[], { name, goal }: (typeof shapes)[number]): Line {
  const [floor, ours] = [sampleOf(samples, `floor, ${name}`), sampleOf(samples, `ours, ${name}`)];
  return { name, unit: 'nanoseconds', floor, ours, ...(goal && { goal }) };
}

function toFixedLine(samples: readonly Sample[]): Line {
  const { name } = oneCall;
  const [floor, ours] = [sampleOf(samples, `fixed floor, ${name}`), sampleOf(samples, `ours, ${name}`)];
  return { name: `${name}, floor with fixed tools`, unit: 'nanoseconds', floor, ours };
}

function toGrowthLine(samples: readonly Sample[]): Line {
  const [floor, ours] = [shortTurn, longTurn].map(({ name, steps }) => {
    const { values } = sampleOf(samples, `ours, ${name}`);
    return { name, values: values.map((value) => value / steps) };
  });
  if (floor === undefined || ours === undefined) throw new Error('The growth was not measured.');
  return { name: 'one of 128 steps, of 32, both ours', unit: 'nanoseconds', floor, ours, goal: GROWTH_GOAL };
}

async function measurePeers(effort: Effort): Promise<PeerLine[]> {
  const rounds = Math.max(MIN_PEER_ROUNDS, Math.round(effort.rounds * PEER_ROUNDS_FACTOR));
  const lines: PeerLine[] = [];
  for (const id of turnPeerIds) {
    const samples = await measure(id, { ...effort, rounds });
    for (const { name } of shapes) {
      lines.push({
        name: `${turnPeerNames[id]}, ${name}`,
        unit: 'nanoseconds',
        floor: sampleOf(samples, `floor, ${name}`),
        sample: sampleOf(samples, `${id}, ${name}`),
      });
    }
  }
  // All peers of one shape together, in the order of the shapes.
  return shapes.flatMap((_, shape) => lines.filter((_line, index) => index % shapes.length === shape));
}
