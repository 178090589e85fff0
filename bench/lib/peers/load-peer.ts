import type { Peer } from './peer.ts';

/** The peers, each loaded only where it is measured, so that none is in the memory of another. */
const loaders = {
  'ai-sdk': async () => (await import('./ai-sdk.ts')).aiSdk,
  'openai-agents': async () => (await import('./openai-agents.ts')).openaiAgents,
  mastra: async () => (await import('./mastra.ts')).mastra,
  langchain: async () => (await import('./langchain.ts')).langchain,
  'mcp-server': async () => (await import('./mcp-server.ts')).mcpServer,
} satisfies Record<string, () => Promise<Peer>>;

export type PeerId = keyof typeof loaders;

export const peerNames: Readonly<Record<PeerId, string>> = {
  'ai-sdk': 'AI SDK',
  'openai-agents': 'OpenAI Agents',
  mastra: 'Mastra',
  langchain: 'LangChain',
  'mcp-server': 'MCP server',
};

export const peerIds = Object.keys(loaders) as PeerId[];

export function loadPeer(id: PeerId): Promise<Peer> {
  return loaders[id]();
}
