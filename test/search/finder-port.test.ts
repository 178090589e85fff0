import { expect, it } from 'vitest';
import { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import { toolFinder } from '../../packages/toolcrib/src/search/index.ts';
import type { ToolFinder } from '../../packages/toolcrib/src/turns/tool-discovery.ts';

it('the finder of the search is one that turns take', async () => {
  const finder: ToolFinder = toolFinder();
  const within = Object.freeze([
    new Tool({
      name: 'weather',
      description: 'Rain.',
      inputSchema: { type: 'object' },
      handler: () => 'dry',
    }),
  ]);

  const names = await finder.find('rain', { within, limit: 5, signal: new AbortController().signal });

  expect(names).toEqual(['weather']);
});
