import type { ChatCall } from '../providers/openai-chat-server.ts';
import { tool } from '../runtime.ts';

/** A tool that removes a file, if somebody says yes, and what it removed. */
export function removal() {
  const removed: unknown[] = [];
  const remove = tool('remove', (args) => `Removed ${removed.push(args)}.`, {
    effect: 'destructive',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  });
  return { removed, remove };
}

/** A call of it. */
export function removeCall(id: string, path: string): ChatCall {
  return { id, name: 'remove', arguments: JSON.stringify({ path }) };
}
