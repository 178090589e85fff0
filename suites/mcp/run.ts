/**
 * Runs the official conformance suites of MCP, of both revisions, and the command line of the MCP Inspector on the service
 * with the tools that the suites ask for.
 *
 *     node suites/mcp/run.ts [--verbose]
 *
 * Needs a build of the library (`npm run build`). Installs the suites into `runners/` when they are not there yet. Exits with 1
 * if a scenario fails that is not in `expected-failures.ts`, or passes that is.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, runOrThrow } from '../../scripts/lib/run-command.ts';
import { expectedFailures } from './expected-failures.ts';
import { startFixture } from './fixture/start-fixture.ts';

const runners = join(import.meta.dirname, 'runners');
const packages = join(runners, 'node_modules', '@modelcontextprotocol');
const isVerbose = process.argv.includes('--verbose');

const suites = [
  { revision: '2025-11-25', program: 'conformance', flags: [] },
  { revision: '2026-07-28', program: 'conformance-next', flags: ['--requirements', '2026-07-28'] },
] as const;

/** A line of the summary of a suite, such as `✓ ping: 1 passed, 0 failed`. */
const SCENARIO = /^([✓✗]) ([a-z0-9-]+): \d+ passed, \d+ failed/gm;

async function main(): Promise<void> {
  if (!existsSync(packages)) await runOrThrow('npm', ['ci', '--ignore-scripts'], { cwd: runners });
  const fixture = await startFixture();
  try {
    const problems: string[] = [];
    for (const suite of suites) problems.push(...(await runSuite(suite, fixture.url)));
    problems.push(...(await runInspector(fixture.url)));
    for (const problem of problems) print(`✗ ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await fixture.close();
  }
}

async function runSuite(
  { revision, program, flags }: (typeof suites)[number],
  url: string,
): Promise<readonly string[]> {
  const entry = join(packages, program, 'dist', 'index.js');
  const output = await run(process.execPath, [entry, 'server', '--url', url, ...flags], tmpdir());
  const summary = output.slice(output.lastIndexOf('=== SUMMARY ==='));
  const verdicts = new Map(
    [...summary.matchAll(SCENARIO)].map(([, mark, name = '']) => [name, mark === '✓']),
  );
  const expected = expectedFailures[revision];
  const failed = [...verdicts].filter(([, hasPassed]) => !hasPassed).map(([name]) => name);
  print(`MCP ${revision}: ${verdicts.size - failed.length} of ${verdicts.size} scenarios pass.`);
  for (const name of failed) print(`  ${name}: ${expected[name] ?? 'NOT EXPECTED'}`);
  const unexpected = failed.filter((name) => !(name in expected));
  const passing = Object.keys(expected).filter((name) => verdicts.get(name) !== false);
  return [
    ...(verdicts.size === 0 ? [`The suite of ${revision} gave no summary.\n${output.slice(-2_000)}`] : []),
    ...unexpected.map((name) => `${name} (${revision}) fails.`),
    ...passing.map((name) => `${name} (${revision}) passes or is gone; take it from expected-failures.ts.`),
  ];
}

async function runInspector(url: string): Promise<readonly string[]> {
  const entry = join(packages, 'inspector', 'clients', 'launcher', 'build', 'index.js');
  const inspect = async (...flags: readonly string[]): Promise<unknown> => {
    const output = await run(
      process.execPath,
      [entry, '--cli', url, '--transport', 'http', ...flags],
      tmpdir(),
    );
    return JSON.parse(output);
  };
  const list = (await inspect('--method', 'tools/list')) as { tools?: readonly { name: string }[] };
  const call = await inspect('--method', 'tools/call', '--tool-name', 'test_simple_text');
  const isListed = list.tools?.some(({ name }) => name === 'test_simple_text') ?? false;
  const isCalled = JSON.stringify(call).includes('This is a simple text response for testing.');
  print(`MCP Inspector: ${list.tools?.length ?? 0} tools listed, ${isCalled ? 1 : 0} called.`);
  return [
    ...(isListed ? [] : ['The inspector does not list the tools.']),
    ...(isCalled ? [] : ['The inspector cannot call a tool.']),
  ];
}

/** What a command prints, whatever it exits with: suites fail for each scenario that fails. */
async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { output, stdout } = await runCommand(command, args, { cwd });
  if (isVerbose) print(output);
  return stdout;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
