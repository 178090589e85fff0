import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TriedClient } from '../client.ts';
import { load } from '../runners/load.ts';
import { connectV1 } from './sdk-v1.ts';

type StdioModule = typeof import('@modelcontextprotocol/sdk/client/stdio.js');

/** `mcp-remote`, as a program on a desktop starts it: a bridge from stdio, with SDK v1 before it. */
export const mcpRemote: TriedClient = {
  name: 'mcp-remote',
  package: 'mcp-remote',
  async connect({ url, key }) {
    const { StdioClientTransport, getDefaultEnvironment } = await load<StdioModule>(
      '@modelcontextprotocol/sdk/client/stdio.js',
    );
    const configFolder = await mkdtemp(join(tmpdir(), 'toolcrib-mcp-remote-'));
    const program = join(import.meta.dirname, '../runners/node_modules/mcp-remote/dist/proxy.js');
    const client = await connectV1(
      new StdioClientTransport({
        command: process.execPath,
        args: [program, url, '--header', `Authorization: Bearer ${key}`, '--silent'],
        env: { ...getDefaultEnvironment(), MCP_REMOTE_CONFIG_DIR: configFolder },
        stderr: 'ignore',
      }),
    );
    return {
      ...client,
      close: async () => {
        await client.close();
        await rm(configFolder, { recursive: true, force: true });
      },
    };
  },
};
