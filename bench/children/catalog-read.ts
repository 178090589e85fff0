import {
  type ListOptions,
  memoryStore,
  openCatalog,
  type ToolCatalog,
  type ToolRegistration,
} from 'toolcrib/catalog';
import { measureRoundRobin, type Side } from '../lib/round-robin.ts';
import type { Effort } from '../lib/section.ts';
import { createSpecs } from '../lib/specs.ts';
import type { Sample } from '../lib/statistics.ts';

export type Question = 'get' | 'list' | 'page' | 'tag';

interface Input {
  readonly question: Question;
  readonly count: number;
  readonly effort: Effort;
}

/** A page of the tools of one service. */
const page = { prefix: 'crm_', limit: 50 };
const tag = 'crm';
/** Names are asked for in an order in which they are not stored; a prime number walks through all of them. */
const STEP = 7919;

/** Reads from a catalogue, and from a Map and a sorted array of the same registrations. */
export async function measure({ question, count, effort }: Input): Promise<Sample[]> {
  const catalog = await openCatalog(memoryStore());
  await catalog.registerAll(createSpecs(count));
  const sides = question === 'get' ? createGets(catalog) : createLists(catalog, question);
  return await measureRoundRobin(sides, effort);
}

function createGets(catalog: ToolCatalog): Side[] {
  const registrations = catalog.list();
  const byName = new Map(registrations.map((registration) => [registration.spec.name, registration]));
  const shuffled = registrations.map(
    (_, index) => registrations[(index * STEP) % registrations.length]?.spec.name,
  );
  // Texts of their own, as those of a request are.
  const names: string[] = JSON.parse(JSON.stringify(shuffled));
  const nameAt = (index: number) => names[index % names.length] as string;
  return [
    { name: 'floor', run: (index) => byName.get(nameAt(index)) },
    { name: 'ours', run: (index) => catalog.get(nameAt(index)) },
  ];
}

function createLists(catalog: ToolCatalog, question: Exclude<Question, 'get'>): Side[] {
  const sorted = [...catalog.list()];
  const run = {
    list: () => sorted.filter(isAvailable),
    page: () => findPage(sorted),
    tag: () => sorted.filter((item) => isAvailable(item) && item.spec.tags?.includes(tag)),
  }[question];
  const options: ListOptions | undefined = { list: undefined, page, tag: { tag } }[question];
  return [
    { name: 'floor', run },
    { name: 'ours', run: () => catalog.list(options) },
  ];
}

function isAvailable({ enabled, quarantine }: ToolRegistration): boolean {
  return enabled && quarantine === undefined;
}

/** Looks for the first name by bisection, then takes what belongs to the page. */
function findPage(sorted: readonly ToolRegistration[]): ToolRegistration[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.spec.name ?? '') < page.prefix) low = middle + 1;
    else high = middle;
  }
  const found: ToolRegistration[] = [];
  for (let index = low; index < sorted.length; index++) {
    const registration = sorted[index] as ToolRegistration;
    if (found.length === page.limit || !registration.spec.name.startsWith(page.prefix)) break;
    if (isAvailable(registration)) found.push(registration);
  }
  return found;
}
