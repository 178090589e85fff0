import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TextSink } from '../../packages/server/src/cli/cli-io.ts';
import { refuseExcess } from '../../packages/server/src/cli/command-kit.ts';
import { nodeIo } from '../../packages/server/src/cli/node-io.ts';
import { createProgram } from '../../packages/server/src/cli/program.ts';
import type { Route } from '../../packages/server/src/http/route.ts';
import { createAllRoutes } from '../../packages/server/src/routes/all-routes.ts';
import { listFiles, readText } from '../../scripts/lib/repository.ts';
import { findRequests, type NamedRequest, toCurlRequest } from './api-requests.ts';
import { findShellCommands, type ShellCommand } from './shell-commands.ts';

type Command = ReturnType<typeof createProgram>;

const pages = ['README.md', ...listFiles('docs/guide').filter((path) => path.endsWith('.md'))];
const texts = pages.map((file) => ({ file, text: readText(file) }));
const commands = texts.flatMap(({ file, text }) => findShellCommands(file, text));
const toolcribCommands = commands.filter(({ words }) => words[0] === 'toolcrib');
const requests = [
  ...texts.flatMap(({ file, text }) => findRequests(file, text)),
  ...commands.flatMap(toCurlRequest),
];
const routes = createAllRoutes({ searchModeFrom: 128 });

describe('the guides', () => {
  it('name only commands and options that the program has', async () => {
    const wrong = await Promise.all(toolcribCommands.map(findWrongCommand));

    expect(wrong.filter((problem) => problem !== undefined)).toEqual([]);
    expect(toolcribCommands.length).toBeGreaterThan(50);
  });

  it('tell of every command', () => {
    const told = new Set(toolcribCommands.map(({ words }) => words[1]));
    const names = createQuietProgram().commands.map((command) => command.name());

    expect(names.filter((name) => !told.has(name))).toEqual([]);
  });

  it('name only addresses, methods and queries that the route table has', () => {
    expect(requests.flatMap(findWrongRequest)).toEqual([]);
    expect(requests.length).toBeGreaterThan(30);
  });

  it('are looked at closely enough to find a mistake', async () => {
    const page =
      '```sh\nA=1 toolcrib lst | toolcrib keys create --rolle x\ntoolcrib gates aprove 1 # no\ntoolcrib list; B=$(toolcrib call)\n```\n' +
      '```sh\ncurl -X PATCH "$TOOLCRIB_URL/v1/keys"\ncurl "http://127.0.0.1:7420/v1/tenants/a/search?query=x"\n```\nSee `/v1/toolz`.\n';
    const found = findShellCommands('page.md', page);
    const wrong = await Promise.all(
      found.filter(({ words }) => words[0] === 'toolcrib').map(findWrongCommand),
    );
    const named = [...findRequests('page.md', page), ...found.flatMap(toCurlRequest)];

    expect(wrong.map((problem) => problem?.split(':').slice(0, 3).join(':'))).toEqual([
      'page.md:2: toolcrib lst',
      'page.md:2: toolcrib keys create --rolle x',
      'page.md:2: toolcrib gates aprove 1',
      undefined,
      'page.md:2: toolcrib call',
    ]);
    expect(new Set(named.flatMap(findWrongRequest))).toEqual(
      new Set([
        'page.md:7: there is no query "query" at /v1/tenants/a/search',
        'page.md:8: there is no query "query" at /v1/tenants/a/search',
        'page.md:7: there is no PATCH /v1/keys',
        'page.md:10: there is no /v1/toolz',
      ]),
    );
  });
});

/** What the program says to a line that it does not understand. Nothing is run. */
async function findWrongCommand({ place, words }: ShellCommand): Promise<string | undefined> {
  const program = createQuietProgram();
  disarm(program);
  try {
    await program.parseAsync(words.slice(1), { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'exitCode' in error && error.exitCode === 0) return undefined;
    return `${place}: ${words.join(' ')}: ${error instanceof Error ? error.message : error}`;
  }
}

function createQuietProgram(): Command {
  const sink: TextSink = { write: async () => undefined, isTTY: false, columns: undefined };
  const io = { ...nodeIo(new AbortController().signal), stdout: sink, stderr: sink, env: {} };
  return createProgram({ io, version: '0.0.0', onExit: () => undefined });
}

/** Takes the work from every command that has some. */
function disarm(command: Command): void {
  if (command.commands.length === 0) command.action(() => refuseExcess(command));
  for (const child of command.commands) disarm(child);
}

function findWrongRequest({ place, method, path, query }: NamedRequest): string[] {
  const found = routes.filter((route) => isAt(route, path));
  if (found.length === 0) return [`${place}: there is no ${path}`];
  const fitting = found.filter((route) => method === undefined || route.method === method);
  if (fitting.length === 0) return [`${place}: there is no ${method} ${path}`];
  const names = new Set(fitting.flatMap(queryNamesOf));
  return query
    .filter((name) => !names.has(name))
    .map((name) => `${place}: there is no query "${name}" at ${path}`);
}

function isAt(route: Route, path: string): boolean {
  const [wanted, given] = [route.path.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith('{') || segment === given[index])
  );
}

function queryNamesOf({ query }: Route): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}
