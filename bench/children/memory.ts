import { jsonSchema, ToolRegistry } from 'toolcrib';
import { createDefinition, createDefinitions, type Definition } from '../lib/definitions.ts';
import { measureHeap } from '../lib/measure-heap.ts';
import { createTool } from '../lib/ours.ts';
import { loadPeer, type PeerId } from '../lib/peers/load-peer.ts';

export type MemorySide = 'schemas' | 'floor' | 'literals' | 'prebuilt' | PeerId;

interface Input {
  readonly side: MemorySide;
  readonly count: number;
}

type Build = (count: number) => unknown;

/** Bytes of heap that the tools of one side need, all told, after the list was made. */
export async function measure({ side, count }: Input): Promise<number> {
  const build = await load(side);
  // Whatever the first use leaves behind for good is no part of a tool.
  const warm = await build(50);

  const before = await measureHeap();
  const kept = await build(count);
  const after = await measureHeap();

  // Used once more, so that neither could be collected before.
  return warm === kept ? Number.NaN : after - before;
}

async function load(side: MemorySide): Promise<Build> {
  switch (side) {
    case 'schemas':
      return buildSchemas;
    case 'floor':
      return buildFloor;
    case 'literals':
    case 'prebuilt':
      return (count) => buildOurs(count, side);
    default: {
      const peer = await loadPeer(side);
      return async (count) => {
        const tools = await peer.fromJson(createDefinitions(count));
        const list = await tools.list();
        return { tools, list };
      };
    }
  }
}

/** What every side needs and what is subtracted: the schemas as plain frozen objects, and the handlers. */
function buildSchemas(count: number): unknown {
  const schemas: unknown[] = [];
  const handlers: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const { json, handler } = createDefinition(index);
    schemas.push(deepFreeze(json));
    handlers.push(handler);
  }
  return { schemas, handlers };
}

function buildFloor(count: number): unknown {
  const tools = new Map<string, unknown>();
  for (let index = 0; index < count; index++) {
    const { name, description, json, handler } = createDefinition(index);
    tools.set(name, Object.freeze({ name, description, inputSchema: deepFreeze(json), handler }));
  }
  return tools;
}

function buildOurs(count: number, kind: 'literals' | 'prebuilt'): unknown {
  const tools = [];
  for (let index = 0; index < count; index++) {
    const definition: Definition = createDefinition(index);
    const schema = kind === 'prebuilt' ? jsonSchema(definition.json) : definition.json;
    tools.push(createTool(definition, schema));
  }
  const registry = new ToolRegistry(tools);
  return { registry, list: registry.describe() };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}
