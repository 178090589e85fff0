import type { CreateEngine } from './search-engine.ts';

/** Ours and the others, in the order of the tables, each loaded only in the process that needs it. */
const loaders = {
  ours: async () => (await import('./ours.ts')).createOurs,
  bm25: async () => (await import('./bm25.ts')).createBm25,
  'mini-search': async () => (await import('./mini-search.ts')).createMiniSearch,
  'mini-search-tuned': async () => (await import('./mini-search.ts')).createTunedMiniSearch,
  orama: async () => (await import('./orama.ts')).createOrama,
} satisfies Record<string, () => Promise<CreateEngine>>;

export type EngineId = keyof typeof loaders;

/** As they are called in the tables. */
export const engineNames: Readonly<Record<EngineId, string>> = {
  ours: 'ours',
  bm25: 'BM25',
  'mini-search': 'MiniSearch',
  'mini-search-tuned': 'MS tuned',
  orama: 'Orama',
};

// The keys of an object that is written here.
export const engineIds = Object.keys(loaders) as EngineId[];

export function loadEngine(id: EngineId): Promise<CreateEngine> {
  return loaders[id]();
}
