import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CallOptions,
  type McpResult,
  type ResourcePart,
  readResult,
  type TriedClient,
  toAnswer,
} from '../client.ts';

const program = join(
  import.meta.dirname,
  '../runners/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/** The command line of the MCP Inspector: one process for each request. */
export const inspector: TriedClient = {
  name: 'Inspector',
  package: '@modelcontextprotocol/inspector',
  async connect({ url, key }) {
    const target = [url, '--transport', 'http', '--header', `Authorization: Bearer ${key}`, '--quiet'];
    const inspect = (flags: readonly string[], signal?: AbortSignal) =>
      run([program, '--cli', ...target, ...flags], signal);
    return {
      listTools: async () => {
        const { tools } = JSON.parse(await inspect(['--method', 'tools/list'])) as {
          readonly tools: readonly { readonly name: string }[];
        };
        return tools.map(({ name }) => name);
      },
      callTool: (name, args, { signal }: CallOptions = {}) => {
        const flags = [
          '--method',
          'tools/call',
          '--tool-name',
          name,
          '--tool-args-json',
          JSON.stringify(args),
        ];
        return toAnswer(inspect(flags, signal), (output) => readResult(JSON.parse(output) as McpResult));
      },
      readResource: async (uri) => {
        const output = await inspect(['--method', 'resources/read', '--uri', uri]);
        return (JSON.parse(output) as { readonly contents: readonly ResourcePart[] }).contents;
      },
      callAsTask: (name, args) => {
        const flags = [
          '--method',
          'tools/call',
          '--tool-name',
          name,
          '--tool-args-json',
          JSON.stringify(args),
        ];
        const output = inspect([...flags, '--protocol-era', 'modern']);
        return toAnswer(output, (printed) => readResult(JSON.parse(printed) as McpResult));
      },
      // Each request was a process of its own.
      close: async () => undefined,
    };
  },
};

/** What the program prints; rejects with all of that, if there is no result. */
async function run(args: readonly string[], signal: AbortSignal | undefined): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  // As a person ends it.
  signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    ended,
  ]);
  const output = stdout.join('');
  // A result that is an error is printed as any other; only the code of the process differs.
  if (code === 0 || output.trimStart().startsWith('{')) return output;
  throw new Error(stderr.join('') || `The Inspector ended with ${code}.`);
}
