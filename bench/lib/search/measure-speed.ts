import { getCpuTime } from '../cpu-time.ts';
import { measureHeap } from '../measure-heap.ts';
import { percentile } from '../statistics.ts';
import { getWallTime } from '../wall-time.ts';
import type { CreateEngine, SearchEngine } from './engines/search-engine.ts';
import type { RetrievalTool } from './retrieval-set.ts';
import { takeEvenly } from './take-evenly.ts';

/** Nanoseconds and bytes. What goes by the clock says so; the rest is processor time. */
export interface SearchSpeed {
  /** Of a query, by the clock. */
  readonly mean: number;
  /** By the clock. */
  readonly p50: number;
  /** By the clock. */
  readonly p99: number;
  readonly cpuMean: number;
  readonly cpuP99: number;
  /** To make the first index of a process. */
  readonly index: number;
  /** Bytes of one tool. */
  readonly memory: number;
  /** To put another version in the place of a tool. */
  readonly change: number;
}

/** What to do with an engine. */
export interface SearchLoad {
  readonly tools: readonly RetrievalTool[];
  readonly texts: readonly string[];
  readonly limit: number;
  /** How long the queries are repeated, in processor time. A round that has begun is finished. */
  readonly repeatMs: number;
}

type Rankings = readonly (readonly string[])[];
type Built = { readonly engine: SearchEngine } & Pick<SearchSpeed, 'index' | 'memory'>;

/** Processor time: enough for the compiler to have seen all it needs. */
const WARM_UP_NS = 1e9;
const CHANGES = 200;

/** Finds out what an engine needs, and what it answered. */
export async function measureSpeed(
  create: CreateEngine,
  load: SearchLoad,
): Promise<{ rankings: Rankings; speed: SearchSpeed }> {
  const { engine, index, memory } = await measureBuild(create, load.tools);
  const { rankings, wall, cpu } = repeatQueries(engine, load);
  const speed = {
    mean: mean(wall),
    p50: percentile(wall, 50),
    p99: percentile(wall, 99),
    cpuMean: mean(cpu),
    cpuP99: percentile(cpu, 99),
    index,
    memory,
    change: measureChanges(engine, load.tools),
  };
  return { rankings, speed };
}

/** Makes an index twice: the first is for the time, the second for the memory, when the code is compiled. */
async function measureBuild(create: CreateEngine, tools: readonly RetrievalTool[]): Promise<Built> {
  const index = takeCpuTime(() => create(tools));
  const before = await measureMemory();
  const engine = create(tools);
  const after = await measureMemory();
  return { engine, index, memory: (after - before) / tools.length };
}

function repeatQueries(engine: SearchEngine, { texts, limit, repeatMs }: SearchLoad) {
  warmUp(engine, texts, limit);
  const rankings: (readonly string[])[] = [];
  const [wall, cpu]: [number[], number[]] = [[], []];
  const end = getCpuTime() + repeatMs * 1e6;
  do {
    for (const text of texts) {
      const cpuStart = getCpuTime();
      const start = getWallTime();
      const ranking = engine.search(text, limit);
      wall.push(getWallTime() - start);
      cpu.push(getCpuTime() - cpuStart);
      if (rankings.length < texts.length) rankings.push(ranking);
    }
  } while (getCpuTime() < end);
  return { rankings, wall, cpu };
}

function warmUp(engine: SearchEngine, texts: readonly string[], limit: number): void {
  const end = getCpuTime() + WARM_UP_NS;
  for (let index = 0; getCpuTime() < end; index++) engine.search(texts[index % texts.length] ?? '', limit);
}

/** The mean of changes, each of another tool. */
function measureChanges(engine: SearchEngine, tools: readonly RetrievalTool[]): number {
  const changed = takeEvenly(tools, CHANGES).map((tool) => ({
    ...tool,
    description: `Since March: ${tool.description} Answers with a summary.`,
  }));
  const time = takeCpuTime(() => {
    for (const tool of changed) engine.replace(tool);
  });
  return time / changed.length;
}

function takeCpuTime(run: () => unknown): number {
  const start = getCpuTime();
  run();
  return getCpuTime() - start;
}

/** With the bytes of typed arrays, which are outside of the heap. */
async function measureMemory(): Promise<number> {
  return (await measureHeap()) + process.memoryUsage().arrayBuffers;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
