import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createService, type Grant, listen, openServiceDatabase, operatorPrincipal } from '@toolcrib/server';
import { createToolRegistry, defineTool, type Tool, ToolRegistry } from 'toolcrib';
import { memoryStore, openCatalog, sealCatalog, toSpec } from 'toolcrib/catalog';
import { createRuntime } from 'toolcrib/runtime';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { createArguments, createDefinition, createDefinitions } from '../lib/json-definitions.ts';
import { measureRoad, type Repeat, type Road } from '../lib/road/measure-road.ts';
import type { RoadName } from '../lib/road/road-names.ts';
import { type HttpRequest, toRequest } from '../lib/service/mcp-message.ts';
import type { Load } from '../lib/service/run-load.ts';
import { createTurn } from '../lib/whole-turn/ours.ts';
import { createTurnSide } from '../lib/whole-turn/turn-script.ts';

interface Input {
  readonly name: RoadName;
}

const TENANT = 'default';
const TOOL_COUNT = 10;
/** More than are registered while one road is measured. */
const MANY = 1_000;

/** Follows one of the roads. */
export async function measure({ name }: Input): Promise<Road> {
  return await roads[name]();
}

const roads: Readonly<Record<RoadName, () => Promise<Road>>> = {
  define: () => measureRoad(repeat(createReadingTool)),

  async register() {
    const tools = createReadingTools(MANY);
    const registry = new ToolRegistry();
    return await measureRoad(repeat((index) => registry.register(at(tools, index))));
  },

  async publish() {
    const specs = createReadingTools(MANY).map(toSpec);
    const catalog = await openCatalog(memoryStore());
    return await measureRoad(repeat((index) => catalog.register(at(specs, index), { by: 'ann' })));
  },

  async seal() {
    const tools = createReadingTools();
    const catalog = await openCatalog(memoryStore());
    await catalog.registerAll(tools.map(toSpec), { by: 'ann' });
    return await measureRoad(repeat(() => sealCatalog(catalog, tools, { consumer: 'bench' })));
  },

  async 'direct call'() {
    const runtime = createRuntime({ resolver: createToolRegistry(createReadingTools()) });
    const [tool, args] = [createDefinition(0).name, createArguments(0)];
    return await measureRoad(repeat(() => runtime.call({ tool, args })));
  },

  async 'turn step'() {
    return await measureRoad(repeat(await createTurnOf(2)), repeat(await createTurnOf(1)));
  },

  'HTTP call': () =>
    measureService((key) => ({
      path: `/v1/tenants/${TENANT}/calls`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ tool: createDefinition(0).name, arguments: createArguments(0) }),
    })),

  'MCP call': () =>
    measureService((key) => toRequest({ era: 'modern', tool: 0 }, { path: `/mcp/${TENANT}`, key })),
};

/** Calls a function again and again, each time with another number. */
function repeat(run: (index: number) => unknown): Repeat {
  let index = 0;
  return async (count) => {
    for (let done = 0; done < count; done++) {
      const result = run(index++);
      if (result instanceof Promise) await result;
    }
  };
}

function createReadingTool(index: number): Tool {
  const { name, description, json, handler } = createDefinition(index);
  return defineTool({ name, description, effect: 'read', inputSchema: json, handler });
}

function createReadingTools(count = TOOL_COUNT): readonly Tool[] {
  return createDefinitions(count).map((_, index) => createReadingTool(index));
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There are only ${items.length}.`);
  return item;
}

/** A turn in which the model asks for one call, so many times. */
async function createTurnOf(steps: number): Promise<() => Promise<unknown>> {
  const { run } = await createTurnSide('', createTurn, { name: '', steps, callsPerStep: 1 });
  return async () => await run(0);
}

/** Requests to a service on a file, over one connection. */
function measureService(toHttp: (key: string) => HttpRequest): Promise<Road> {
  return withTempFolder(async (dataFolder) => {
    const database = await openServiceDatabase({ dataFolder });
    const { fetch, service, close } = await createService({ database, tools: createReadingTools() });
    const { port, close: stopListening } = await listen({ handler: fetch, port: 0 });
    const grants: Grant[] = [{ tenant: TENANT, roles: ['caller'], scopes: [] }];
    const { key } = await service.keys.create({ name: 'bench', grants }, operatorPrincipal);
    const client = new Worker(new URL('../lib/road/client-thread.ts', import.meta.url));
    const request = toHttp(key);
    try {
      return await measureRoad(async (count) => {
        client.postMessage({ port, request, count, connections: 1, isLengthFree: true } satisfies Load);
        await once(client, 'message');
      });
    } finally {
      await client.terminate();
      await stopListening(0);
      await close();
      await database.close();
    }
  });
}
