import { getCpuTime } from '../lib/cpu-time.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { createFixedTurn, createTurn as createFloor } from '../lib/whole-turn/floor.ts';
import { loadTurnMaker, type TurnMakerId } from '../lib/whole-turn/load-turn-maker.ts';
import { createTurnSide, type TurnShape } from '../lib/whole-turn/turn-script.ts';

interface Input {
  readonly maker: TurnMakerId;
  readonly shapes: readonly TurnShape[];
  /** The shapes that are also measured on a floor whose tools are the same in all turns. */
  readonly fixed: readonly TurnShape[];
  readonly effort: Effort;
}

const WARM_UP_BATCHES = 20;

/** Whole turns of ours or of one peer, beside those of the floor. */
export async function measure({ maker, shapes, fixed, effort }: Input): Promise<Sample[]> {
  const makeTurn = await loadTurnMaker(maker);
  const sides: Side[] = [];
  for (const shape of shapes) {
    sides.push(await createTurnSide(`floor, ${shape.name}`, createFloor, shape));
    sides.push(await createTurnSide(`${maker}, ${shape.name}`, makeTurn, shape));
  }
  for (const shape of fixed) {
    sides.push(await createTurnSide(`fixed floor, ${shape.name}`, createFixedTurn, shape));
  }
  for (const side of sides) await warmUp(side, effort.batchMs * WARM_UP_BATCHES);
  return measureRoundRobin(sides, effort);
}

/** A turn is much code, and it takes thousands of turns until all of it is compiled. */
async function warmUp({ run }: Side, ms: number): Promise<void> {
  const end = getCpuTime() + ms * 1e6;
  for (let index = 0; getCpuTime() < end; index++) await run(index);
}
