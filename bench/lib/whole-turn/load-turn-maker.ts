import type { TurnMaker } from './turn-script.ts';

/** Ours and the peers, each loaded only in the process that measures it. */
const loaders = {
  ours: async () => (await import('./ours.ts')).createTurn,
  'ai-sdk-wrapped': async () => (await import('./ai-sdk.ts')).createWrappedTurn,
  'ai-sdk': async () => (await import('./ai-sdk.ts')).createTurn,
  'openai-agents': async () => (await import('./openai-agents.ts')).createTurn,
  langchain: async () => (await import('./langchain.ts')).createTurn,
  'tanstack-ai': async () => (await import('./tanstack-ai.ts')).createTurn,
  mastra: async () => (await import('./mastra.ts')).createTurn,
} satisfies Record<string, () => Promise<TurnMaker>>;

export type TurnMakerId = keyof typeof loaders;

export const turnPeerNames: Readonly<Record<Exclude<TurnMakerId, 'ours'>, string>> = {
  'ai-sdk-wrapped': 'AI SDK, wrapped schemas',
  'openai-agents': 'OpenAI Agents',
  langchain: 'LangChain',
  'ai-sdk': 'AI SDK',
  'tanstack-ai': 'TanStack AI',
  mastra: 'Mastra',
};

// The keys of an object that is written here.
export const turnPeerIds = Object.keys(turnPeerNames) as (keyof typeof turnPeerNames)[];

export function loadTurnMaker(id: TurnMakerId): Promise<TurnMaker> {
  return loaders[id]();
}
