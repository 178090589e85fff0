import { createToolRegistry, type DirectContext, jsonSchema, type Tool, ToolRegistry } from 'toolcrib';
import { createRuntime } from 'toolcrib/runtime';
import { createArguments, createDefinition, createZodDefinitions } from '../lib/definitions.ts';
import { createTool } from '../lib/ours.ts';
import { loadPeer, peerIds, peerNames } from '../lib/peers/load-peer.ts';
import { firstOf } from '../lib/peers/peer.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';

interface Input {
  readonly effort: Effort;
}

/** One call of a tool whose handler does nothing: find it, check the arguments, run it. */
export async function measure({ effort }: Input): Promise<Sample[]> {
  const args = createArguments(0);
  const sides = [...createOurs(args), ...(await createPeers(args))];
  for (const side of sides) await assertCalls(side);
  return measureRoundRobin([createFloor(args), ...sides], effort);
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
  const zodDefinition = firstOf(createZodDefinitions(1));
  const definition = createDefinition(0);
  const withZod = createTool(zodDefinition, zodDefinition.zod);
  const withJsonSchema = createTool(definition, jsonSchema(definition.json));
  const slow = createTool({ ...definition, handler: async () => 'done 0' }, jsonSchema(definition.json));
  return [
    createExecutor('executor(), Zod schema', withZod, args),
    createExecutor('executor(), JSON Schema', withJsonSchema, args),
    createCall('full path, Zod schema', { tool: withZod, args }),
    createCall('full path, JSON Schema', { tool: withJsonSchema, args }),
    createCall('ledger, events off, Zod schema', { tool: withZod, args, isBare: true }),
    createCall('ledger, events off, JSON Schema', { tool: withJsonSchema, args, isBare: true }),
    createCall('full path, arguments as text', { tool: withJsonSchema, args: JSON.stringify(args) }),
    createCall('full path, async handler', { tool: slow, args }),
  ];
}

function createExecutor(name: string, tool: Tool, args: unknown): Side {
  const ctx: DirectContext = { signal: new AbortController().signal };
  const registry = new ToolRegistry([tool]);
  return { name, isAsync: true, run: () => registry.get(tool.name)?.executor(ctx)(args) };
}

interface CallOptions {
  readonly tool: Tool;
  readonly args: unknown;
  /** Without a ledger and without anybody who listens. @default false */
  readonly isBare?: boolean;
}

function createCall(name: string, { tool, args, isBare = false }: CallOptions): Side {
  const resolver = createToolRegistry([tool]);
  const runtime = createRuntime(isBare ? { resolver, ledger: false } : { resolver });
  const seen = { ended: 0 };
  if (!isBare) {
    runtime.subscribe((event) => {
      if (event.type === 'tool-call-end') seen.ended += 1;
    });
  }
  const request = { tool: tool.name, args };
  return { name, isAsync: true, run: () => runtime.call(request) };
}

async function createPeers(args: Record<string, unknown>): Promise<Side[]> {
  const sides: Side[] = [];
  for (const id of peerIds) {
    const { call } = await (await loadPeer(id)).fromZod(createZodDefinitions(1));
    if (call !== undefined) sides.push({ name: peerNames[id], isAsync: true, run: () => call(args) });
  }
  return sides;
}

/** A call that fails is quicker than one that does not. */
async function assertCalls(side: Side): Promise<void> {
  const outcome = await side.run(0);
  const isRecord = typeof outcome === 'object' && outcome !== null && 'result' in outcome;
  const text = JSON.stringify(isRecord ? outcome.result : outcome);
  if (!text?.includes('done 0')) throw new Error(`${side.name} did not call: ${text}`);
}
