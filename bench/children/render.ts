import type { ToolDescription } from 'toolcrib';
import * as anthropic from 'toolcrib/providers/anthropic';
import * as bedrock from 'toolcrib/providers/bedrock';
import * as gemini from 'toolcrib/providers/gemini';
import * as openai from 'toolcrib/providers/openai';
import { createDefinitions } from '../lib/definitions.ts';
import { definePlainTools, toWireTool } from '../lib/floor.ts';
import { loadPeer } from '../lib/peers/load-peer.ts';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import type { Sample } from '../lib/statistics.ts';
import { createBaseline, createFloor, type TurnPeer } from './turn.ts';

interface Input {
  readonly count: number;
  /** `first` starts from tools that nothing was rendered of; `repeated` is one turn of many. */
  readonly kind: 'first' | 'repeated';
  readonly peers: readonly TurnPeer[];
  readonly effort: Effort;
}

type Render = (tools: readonly ToolDescription[]) => unknown;

/** The providers that take so many tools in one request. */
function renderersFor(count: number): Record<string, () => Render> {
  return {
    anthropic: () => anthropic.createToolRenderer(),
    'anthropic, strict': () => anthropic.createToolRenderer({ strict: 'exact' }),
    bedrock: () => bedrock.createToolRenderer(),
    ...(count <= 512 && { gemini: () => gemini.createToolRenderer() }),
    ...(count <= 128 && {
      openai: () => openai.createResponsesToolRenderer(),
      'openai, strict': () => openai.createResponsesToolRenderer({ strict: 'exact' }),
    }),
  };
}

/** Rendering for providers, the first time and again. */
export async function measure({ count, kind, peers, effort }: Input): Promise<Sample[]> {
  const sides: Side[] = [kind === 'first' ? createFirstFloor(count) : createFloor(count)];
  for (const [name, create] of Object.entries(renderersFor(count))) {
    sides.push(kind === 'first' ? createFirst(name, create, count) : createRepeated(name, create(), count));
  }
  for (const { name, id } of peers) {
    const peer = await loadPeer(id);
    const definitions = createDefinitions(count);
    if (kind === 'first') {
      sides.push({ name, isAsync: true, run: async () => (await peer.fromJson(definitions)).list() });
      continue;
    }
    const tools = await peer.fromJson(definitions);
    sides.push({ name, isAsync: tools.list() instanceof Promise, run: () => tools.list() });
  }
  return measureRoundRobin(sides, effort);
}

function createFirstFloor(count: number): Side {
  const tools = [...definePlainTools(createDefinitions(count)).values()];
  return { name: 'floor', run: () => tools.map(toWireTool) };
}

function createRepeated(name: string, render: Render, count: number): Side {
  const baseline = createBaseline(count);
  const run = () => {
    const turn = baseline.copy();
    return { turn, list: render(turn.describe()) };
  };
  return { name, run };
}

function createFirst(name: string, create: () => Render, count: number): Side {
  const tools = createBaseline(count).describe();
  return { name, run: () => create()(tools) };
}
