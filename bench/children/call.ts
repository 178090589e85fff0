import { jsonSchema, type ToolContext, ToolRegistry } from 'toolcrib';
import { createArguments, createDefinition, createZodDefinitions } from '../lib/definitions.ts';
import { createTool } from '../lib/ours.ts';
import { loadPeer, peerIds, peerNames } from '../lib/peers/load-peer.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';

interface Input {
  readonly effort: Effort;
}

/** One call of a tool whose handler does nothing: find it, check the arguments, run it. */
export async function measure({ effort }: Input): Promise<Sample[]> {
  const args = createArguments(0);
  const sides = [createFloor(args), ...createOurs(args)];
  for (const id of peerIds) {
    const { call } = await (await loadPeer(id)).fromZod(createZodDefinitions(1));
    if (call === undefined) continue;
    if (!JSON.stringify(await call(args)).includes('done 0')) throw new Error(`${id} did not call.`);
    sides.push({ name: peerNames[id], isAsync: true, run: () => call(args) });
  }
  return measureRoundRobin(sides, effort);
}

function createFloor(args: unknown): Side {
  const tools = new Map(createZodDefinitions(1).map((tool) => [tool.name, tool]));
  const [name = ''] = tools.keys();
  const run = async () => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error('The tool is not there.');
    return tool.handler(tool.zod.parse(args));
  };
  return { name: 'floor', isAsync: true, run };
}

function createOurs(args: unknown): Side[] {
  const ctx: ToolContext = { signal: new AbortController().signal };
  const [zodDefinition] = createZodDefinitions(1);
  const definition = createDefinition(0);
  if (zodDefinition === undefined) throw new Error('There is no definition.');
  const tools = {
    'Zod schema': createTool(zodDefinition, zodDefinition.zod),
    'JSON Schema': createTool(definition, jsonSchema(definition.json)),
  };
  return Object.entries(tools).map(([name, tool]) => {
    const registry = new ToolRegistry([tool]);
    return { name, isAsync: true, run: () => registry.get(tool.name)?.executor(ctx)(args) };
  });
}
