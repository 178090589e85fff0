import type { McpSession } from './mcp-session.ts';

/** Whether a tool of the catalog has the name of one of ours. Where it is listed, it is the one that is meant. */
export async function isNameTaken({ view, actor, isSearchMode }: McpSession, name: string): Promise<boolean> {
  if (isSearchMode) return false;
  const descriptions = await view.describe(actor.caller);
  return descriptions.some((description) => description.name === name);
}
