import { join } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { defineTool } from 'toolcrib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../packages/server/src/node/listen.ts';
import { root } from '../../scripts/lib/repository.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { openTestService } from './open-service.ts';

const wipe = defineTool({
  name: 'wipe',
  version: '1.0.0',
  description: 'Deletes a thing.',
  effect: 'destructive',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  handler: () => 'gone',
});

const canShowForms = { elicitation: { form: {} } };
const revisions: readonly (readonly [string, ClientOptions])[] = [
  ['2025-11-25', { capabilities: canShowForms }],
  ['2026-07-28', { capabilities: canShowForms, versionNegotiation: { mode: 'auto' } }],
];

/** A client whose user says yes, and counts how often. */
function createYesClient(options: ClientOptions) {
  const client = new Client({ name: 'yes', version: '1.0.0' }, options);
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { approve: true } };
  });
  return { client, asked };
}

async function callOverHttp(options: ClientOptions, allowSelfApproval: boolean) {
  const service = await openTestService({ tools: [wipe], allowSelfApproval });
  const { key } = await service.makeKey({ roles: ['admin'] });
  const listener = await listen({ handler: service.fetch, port: 0 });
  onTestFinished(() => listener.close(0));
  const { client, asked } = createYesClient(options);
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${listener.url}/mcp/default`), { requestInit }),
  );
  const answer = await client.callTool({ name: 'wipe', arguments: {} });
  await client.close();
  return { answer, asked };
}

describe.each(revisions)('a client of the revision %s that can show forms', (_, options) => {
  it('asks its user, where people may approve their own calls', async () => {
    const { answer, asked } = await callOverHttp(options, true);

    expect(asked).toEqual([expect.stringContaining('need approval\nAsked by a key of a test (key:')]);
    expect(answer.content).toEqual([{ type: 'text', text: 'gone' }]);
  });

  it('is told that the call waits for somebody else, where they may not', async () => {
    const { answer, asked } = await callOverHttp(options, false);

    expect(asked).toEqual([]);
    expect(answer.content).toMatchObject([{ text: expect.stringContaining('waits for approval') }]);
  });

  it('asks its user over stdio, where there is nobody else', async () => {
    await withTempFolder(async (folder) => {
      const { client, asked } = createYesClient(options);
      const args = [join(root, 'packages/server/src/cli/main.ts'), 'mcp', '--data', folder];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      await client.callTool({ name: 'save_note', arguments: { name: 'a', text: 'b' } });

      const { structuredContent } = await client.callTool({ name: 'delete_note', arguments: { name: 'a' } });

      await client.close();
      expect(asked).toEqual([expect.stringContaining('"name": "a"')]);
      expect(structuredContent).toMatchObject({ deleted: 'a' });
    });
  });
});
