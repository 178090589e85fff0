import { ToolRegistry } from 'toolcrib';
import { z } from 'zod';
import { getCpuTime } from '../lib/cpu-time.ts';
import { createZodDefinitions, type ZodDefinition } from '../lib/definitions.ts';
import { createTool } from '../lib/ours.ts';
import { loadPeer, type PeerId } from '../lib/peers/load-peer.ts';

interface Input {
  readonly side: 'floor' | 'ours' | PeerId;
  readonly count: number;
}

/** The first turn of a process with Zod tools, from the schemas to the list; nanoseconds. */
export async function measure({ side, count }: Input): Promise<number> {
  const run = await load(side);
  const definitions = createZodDefinitions(count);
  globalThis.gc?.();

  const start = getCpuTime();
  await run(definitions);
  return getCpuTime() - start;
}

async function load(side: Input['side']): Promise<(definitions: readonly ZodDefinition[]) => unknown> {
  if (side === 'floor') return runFloor;
  if (side === 'ours') return runOurs;
  const peer = await loadPeer(side);
  return async (definitions) => (await peer.fromZod(definitions)).list();
}

function runFloor(definitions: readonly ZodDefinition[]): unknown {
  const tools = new Map<string, unknown>();
  for (const { name, description, zod, handler } of definitions) {
    if (tools.has(name)) throw new Error(`There are two tools called ${name}.`);
    const input_schema = z.toJSONSchema(zod, { io: 'input' });
    tools.set(name, Object.freeze({ wire: { name, description, input_schema }, zod, handler }));
  }
  return [...tools.values()];
}

function runOurs(definitions: readonly ZodDefinition[]): unknown {
  const tools = definitions.map((definition) => createTool(definition, definition.zod));
  return new ToolRegistry(tools).describe();
}
