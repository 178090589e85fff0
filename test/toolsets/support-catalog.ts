import {
  memoryStore,
  openCatalog,
  type ToolCatalog,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import type { ToolsetDefinition } from '../../packages/toolcrib/src/catalog/toolsets/toolset.ts';

import { codeAuthority } from '../code-authority.ts';

/** A spec of a tool that takes a text. */
export function spec(name: string, version: string, changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name,
    version,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    outputSchema: {},
    authority: codeAuthority,
    ...changes,
  };
}

/** A catalogue with three tools, by a clock that counts seconds from 2026 on. */
export async function openSupportCatalog(): Promise<ToolCatalog> {
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  const now = () => {
    time += 1000;
    return time;
  };
  const catalog = await openCatalog(memoryStore(), { clock: { now } });
  await catalog.registerAll([spec('search', '1.0.0'), spec('refund', '1.0.0'), spec('mail.send', '1.0.0')]);
  return catalog;
}

export const support: ToolsetDefinition = {
  name: 'support',
  tools: [{ tool: 'search' }, { tool: 'refund', range: '^1' }],
};
