import type { TortureSubject } from 'toolcrib/testing';

interface SubjectModule {
  readonly subject: TortureSubject;
}

/** Ours and the peers, in the order of the table, each loaded only in the process that needs it. */
const loaders = {
  toolcrib: () => import('./toolcrib.ts'),
  'ai-sdk': () => import('./ai-sdk.ts'),
  'openai-agents': () => import('./openai-agents.ts'),
  mastra: () => import('./mastra.ts'),
  'tanstack-ai': () => import('./tanstack-ai.ts'),
  langchain: () => import('./langchain.ts'),
  mcp: () => import('./mcp.ts'),
  anthropic: () => import('./anthropic.ts'),
} satisfies Record<string, () => Promise<SubjectModule>>;

export type SubjectId = keyof typeof loaders;

/** As they are called in the table, where a column is ten characters wide. */
export const subjectNames: Readonly<Record<SubjectId, string>> = {
  toolcrib: 'Toolcrib',
  'ai-sdk': 'AI SDK',
  'openai-agents': 'OpenAI',
  mastra: 'Mastra',
  'tanstack-ai': 'TanStack',
  langchain: 'LangChain',
  mcp: 'MCP',
  anthropic: 'Anthropic',
};

// The keys of an object that is written here.
export const subjectIds = Object.keys(loaders) as SubjectId[];

export async function loadSubject(id: SubjectId): Promise<TortureSubject> {
  return (await loaders[id]()).subject;
}
