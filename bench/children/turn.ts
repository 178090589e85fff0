import { defineTool, jsonSchema, ToolRegistry } from 'toolcrib';
import { createDefinitions, createZodDefinitions } from '../lib/definitions.ts';
import { definePlainTools, type PlainTool, toWireTool, type WireTool } from '../lib/floor.ts';
import { createTool } from '../lib/ours.ts';
import { loadPeer, type PeerId } from '../lib/peers/load-peer.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';

/** A peer with the kind of schemas that its tools are defined with. */
export interface TurnPeer {
  readonly name: string;
  readonly id: PeerId;
  readonly schemas: 'zod' | 'json';
}

interface Input {
  readonly count: number;
  readonly peers: readonly TurnPeer[];
  readonly effort: Effort;
}

/** One turn of many with the same tools: set it up, list them for the model. */
export async function measure({ count, peers, effort }: Input): Promise<Sample[]> {
  const sides = [createFloor(count), createOurs(count), createOursWithEdit(count)];
  for (const peer of peers) sides.push(await createPeer(count, peer));
  return measureRoundRobin(sides, effort);
}

/** The floor of a turn: a Map and a list of prebuilt objects. */
export function createFloor(count: number): Side {
  const tools = [...definePlainTools(createDefinitions(count)).values()];
  const prebuilt = tools.map((tool) => ({ tool, wire: toWireTool(tool) }));
  const run = () => {
    const byName = new Map<string, PlainTool>();
    const list: WireTool[] = [];
    for (const { tool, wire } of prebuilt) {
      byName.set(tool.name, tool);
      list.push(wire);
    }
    return { byName, list };
  };
  return { name: 'floor', run };
}

/** The registry that turns start from. */
export function createBaseline(count: number): ToolRegistry {
  return new ToolRegistry(
    createDefinitions(count).map((definition) => createTool(definition, jsonSchema(definition.json))),
  );
}

export function createOurs(count: number): Side {
  const baseline = createBaseline(count);
  const run = () => {
    const turn = baseline.copy();
    return { turn, list: turn.describe() };
  };
  return { name: 'ours', run };
}

function createOursWithEdit(count: number): Side {
  const baseline = createBaseline(count);
  const hiddenName = baseline.all()[0]?.name ?? '';
  const added = defineTool({
    name: 'added_for_the_turn',
    description: 'Exists for one turn.',
    inputSchema: { type: 'object', properties: {} },
    ephemeral: true,
    handler: () => 'done',
  });
  const run = () => {
    const turn = baseline.copy();
    turn.register(added);
    turn.hide(hiddenName);
    const list = turn.describe();
    turn.pruneEphemeral();
    return { turn, list };
  };
  return { name: 'ours, with an edit', run };
}

async function createPeer(count: number, { name, id, schemas }: TurnPeer): Promise<Side> {
  const peer = await loadPeer(id);
  const tools =
    schemas === 'zod'
      ? await peer.fromZod(createZodDefinitions(count))
      : await peer.fromJson(createDefinitions(count));
  return { name, isAsync: tools.list() instanceof Promise, run: () => tools.list() };
}
