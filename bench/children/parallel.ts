import { setTimeout } from 'node:timers/promises';
import { createToolRegistry, defineTool } from 'toolcrib';
import { createRuntime } from 'toolcrib/runtime';
import { createArguments, createZodDefinitions } from '../lib/definitions.ts';
import { loadPeer, peerIds, peerNames } from '../lib/peers/load-peer.ts';
import { firstOf } from '../lib/peers/peer.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { getWallTime } from '../lib/wall-time.ts';
import { loadTurnMaker, turnPeerIds, turnPeerNames } from '../lib/whole-turn/load-turn-maker.ts';
import { createTurnSide } from '../lib/whole-turn/turn-script.ts';

interface Input {
  readonly effort: Effort;
  readonly callCount: number;
  readonly handlerMs: number;
}

/** Calls that wait, side by side, by the clock. */
export async function measure({ effort, callCount, handlerMs }: Input): Promise<Sample[]> {
  const definition = { ...firstOf(createZodDefinitions(1)), handler: () => setTimeout(handlerMs, 'done 0') };
  const { name, description, zod, handler } = definition;
  const args = createArguments(0);
  const times = <Value>(start: () => Value): Value[] => Array.from({ length: callCount }, start);

  const tool = defineTool({ name, description, inputSchema: zod, effect: 'read', handler });
  const runtime = createRuntime({ resolver: createToolRegistry([tool]) });
  const requests = times(() => ({ tool: name, args }));
  const sides: Side[] = [
    { name: 'floor', isAsync: true, run: () => Promise.all(times(handler)) },
    { name: 'runtime.callAll', isAsync: true, run: () => runtime.callAll(requests) },
  ];
  const shape = { name: 'parallel', steps: 1, callsPerStep: callCount, handler };
  for (const id of ['ours', ...turnPeerIds] as const) {
    const name = id === 'ours' ? 'a whole turn' : `${turnPeerNames[id]}, a whole turn`;
    sides.push(await createTurnSide(name, await loadTurnMaker(id), shape));
  }
  for (const id of peerIds) {
    const { call } = await (await loadPeer(id)).fromZod([definition]);
    if (call === undefined) continue;
    sides.push({ name: peerNames[id], isAsync: true, run: () => Promise.all(times(() => call(args))) });
  }
  return measureRoundRobin(sides, effort, getWallTime);
}
