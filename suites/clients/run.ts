/**
 * Installs MCP clients, runs each of them on the service, and prints a table of what works.
 *
 *     npm run suite:clients -- [--verbose] [client …]
 *
 * Needs a build of the library (`npm run build`). Installs the clients into `runners/` when they are not there yet. Exits with 1
 * if something fails that is not in `known-limits.ts`, or works that is.
 */
import { Console } from 'node:console';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { runOrThrow } from '../../scripts/lib/run-command.ts';
import { type CheckName, checks } from './checks.ts';
import type { ConnectedClient, TriedClient } from './client.ts';
import { aiSdk } from './drivers/ai-sdk.ts';
import { inspector } from './drivers/inspector.ts';
import { langChain } from './drivers/langchain.ts';
import { mastra } from './drivers/mastra.ts';
import { mcpRemote } from './drivers/mcp-remote.ts';
import { openAiAgents } from './drivers/openai-agents.ts';
import { sdkV1 } from './drivers/sdk-v1.ts';
import { sdkV2, sdkV2Auto } from './drivers/sdk-v2.ts';
import { knownLimits } from './known-limits.ts';
import { startService, type TriedService } from './service/start-service.ts';
import { type Cell, type Row, toMarkdown, toTerminal } from './table.ts';
import { within } from './within.ts';

const runners = join(import.meta.dirname, 'runners');
const clients = [sdkV1, sdkV2, sdkV2Auto, inspector, mcpRemote, aiSdk, langChain, mastra, openAiAgents];
// Its keys are these.
const names = Object.keys(checks) as readonly CheckName[];
/** What one check may take at most, programs that start included. */
const MAX_MS = 120_000;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verbose: { type: 'boolean' } },
  });
  const chosen = clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  if (chosen.length === 0) throw new Error(`The clients are: ${clients.map(({ name }) => name).join(', ')}.`);
  if (!existsSync(join(runners, 'node_modules')))
    await runOrThrow('npm', ['ci', '--ignore-scripts'], { cwd: runners });
  // Clients log what they do; the table says what came of it.
  if (!values.verbose) globalThis.console = new Console(new PassThrough().resume());
  const problems: string[] = [];
  process.on('unhandledRejection', (error) =>
    problems.push(`A client left a rejection unhandled: ${messageOf(error)}`),
  );
  const service = await startService();
  try {
    const rows: Row[] = [];
    for (const client of clients.filter(
      ({ name }) => positionals.length === 0 || positionals.includes(name),
    )) {
      print(`${client.name} …`);
      rows.push(await tryClient(client, service));
    }
    print(`\n${toTerminal(rows)}\n\n${toMarkdown(rows)}\n`);
    problems.push(
      ...rows.flatMap(findProblems),
      ...service.faults.map((fault) => `The service: ${messageOf(fault)}`),
    );
    for (const problem of problems) print(`✗ ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await service.close();
  }
}

async function tryClient(client: TriedClient, service: TriedService): Promise<Row> {
  const version = `${client.package}@${await versionOf(client.package)}`;
  try {
    const connected = await within(client.connect(service), MAX_MS, 'It takes too long to connect.');
    const cells: Partial<Record<CheckName, Cell>> = {};
    let revision: string | undefined;
    for (const name of names) {
      cells[name] = await tryCheck({ client, connected, service }, name);
      // Of the first check: the Inspector has to be told another revision to follow tasks.
      revision ??= service.lastRevision();
    }
    await connected.close();
    // Every check has its cell now.
    return {
      client: client.name,
      version,
      revision: revision ?? 'none',
      cells: cells as Record<CheckName, Cell>,
    };
  } catch (error) {
    const cells = Object.fromEntries(
      names.map((name) => [name, { kind: 'unexpected', reason: messageOf(error) }]),
    );
    // There is one for each check.
    return { client: client.name, version, revision: 'none', cells: cells as Record<CheckName, Cell> };
  }
}

interface Trial {
  readonly client: TriedClient;
  readonly connected: ConnectedClient;
  readonly service: TriedService;
}

async function tryCheck({ client, connected, service }: Trial, name: CheckName): Promise<Cell> {
  const limit = knownLimits.find((one) => one.client === client.name && one.check === name);
  try {
    await within(checks[name](connected, service), MAX_MS, 'The check takes too long.');
  } catch (error) {
    const problem = messageOf(error);
    return limit?.problem.test(problem)
      ? { kind: limit.extent, reason: limit.reason }
      : { kind: 'unexpected', reason: problem };
  }
  return limit === undefined
    ? { kind: 'works' }
    : { kind: 'unexpected', reason: 'It works; take it from known-limits.ts.' };
}

function findProblems({ client, cells }: Row): readonly string[] {
  return Object.entries(cells).flatMap(([name, cell]) =>
    cell.kind === 'unexpected' ? [`${client}, ${name}: ${cell.reason}`] : [],
  );
}

async function versionOf(name: string): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(runners, 'node_modules', name, 'package.json'), 'utf8'),
  ) as {
    readonly version: string;
  };
  return version;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
