import { Tool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { openTestService } from '../open-service.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';

const callers = 100;
const tenants = ['red', 'green', 'blue'] as const;

/** Gives back what it was called with, after all others have begun, and tells of it on the way. */
function createMirror(waitFor: number): Tool {
  const everybody = Promise.withResolvers<void>();
  let begun = 0;
  return new Tool({
    name: 'mirror',
    description: 'Gives a text back.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    handler: async ({ text }: { readonly text: string }, ctx) => {
      ctx.reportProgress({ message: `begun ${text}`, done: 1, total: 2 });
      begun += 1;
      if (begun >= waitFor) everybody.resolve();
      await everybody.promise;
      ctx.reportProgress({ message: `done ${text}`, done: 2, total: 2 });
      if (text.endsWith('fails')) throw new Error(`failed with ${text}`);
      return `${text} for ${ctx.caller.id} in ${ctx.caller.tenant}`;
    },
  });
}

function canariesIn(text: string): readonly string[] {
  return [...new Set(text.match(/canary-\d+-/g) ?? [])];
}

describe('a hundred clients at the same time', () => {
  it('get their own results, progress and errors, over HTTP and both revisions of MCP', async () => {
    const service = await openTestService({ tools: [createMirror(callers)] });
    for (const tenant of tenants) await service.makeTenant(tenant, { publishTools: true });
    const clients = await Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        const tenant = tenants[index % tenants.length] ?? 'red';
        return { index, tenant, ...(await service.makeKey({ tenant })) };
      }),
    );

    const texts = await Promise.all(
      clients.map(async ({ index, tenant, key }) => {
        const text = `canary-${index}-${index % 5 === 0 ? 'fails' : 'works'}`;
        if (index % 3 === 0) {
          const body = { tool: 'mirror', arguments: { text } };
          return (await service.ask('POST', `/v1/tenants/${tenant}/calls`, { key, body })).text;
        }
        const revision = mcpRevisions[index % 2];
        const params = { name: 'mirror', arguments: { text }, _meta: { progressToken: 'same' } };
        return (
          await askMcp(service, { key, revision, path: `/mcp/${tenant}`, method: 'tools/call', params })
        ).text;
      }),
    );

    for (const { index, tenant, id } of clients) {
      const text = texts[index] ?? '';
      if (index % 5 !== 0) {
        expect(canariesIn(text)).toEqual([`canary-${index}-`]);
        expect(text).toContain(`key:${id} in ${tenant}`);
      } else expect(canariesIn(text).filter((one) => one !== `canary-${index}-`)).toEqual([]);
    }
    for (const { tenant, key, id } of clients.slice(0, 6)) {
      const list = await service.ask('GET', `/v1/tenants/${tenant}/calls`, { key });
      expect(list.body.items.map(({ callerId }: { readonly callerId: string }) => callerId)).toEqual([
        `key:${id}`,
      ]);
      const events = await service.ask('GET', `/v1/tenants/${tenant}/events`, { key });
      for (const other of clients) if (other.id !== id) expect(events.text).not.toContain(other.id);
    }
  });

  it('that share a key hear of their own call only', async () => {
    const service = await openTestService({ tools: [createMirror(20)] });
    const { key } = await service.makeKey({});

    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const params = {
          name: 'mirror',
          arguments: { text: `canary-${index}-works` },
          _meta: { progressToken: 'same' },
        };
        return (
          await askMcp(service, { key, revision: mcpRevisions[index % 2], method: 'tools/call', params })
        ).text;
      }),
    );

    for (const [index, text] of texts.entries()) expect(canariesIn(text)).toEqual([`canary-${index}-`]);
  });
});
