// Changes single tokens of the sources, one at a time, in a copy of the repository, and lists the changes that no test
// notices. It draws a sample of each folder, always the same one for a seed.
//
//     npm run mutants -- [--seed 1] [--count 12] [--only core,server/auth]
//
// Exits with 1 if fewer than nine of ten changes in a folder are noticed, not counting those that scripts/lib/explained-mutants.ts
// says cannot be.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyCheckout } from './lib/copy-checkout.ts';
import { ensureBuilt } from './lib/ensure-built.ts';
import { explainMutant } from './lib/explained-mutants.ts';
import { listMutants, type Mutant } from './lib/list-mutants.ts';
import { isTestFile, listFiles, readText } from './lib/repository.ts';
import { runCommand } from './lib/run-command.ts';
import { withTempFolder } from './lib/with-temp-folder.ts';

const GOAL = 0.9;
/** A change that makes a loop endless is noticed too: tests then take many times as long as without a change. */
const SLOWDOWN = 4;
const TIMEOUT_MS = 900_000;

/** The sources of a folder, and the tests that have to notice a change of them. */
const folders: Readonly<Record<string, { readonly source: string; readonly tests: readonly string[] }>> = {
  core: {
    source: 'packages/toolcrib/src/core',
    tests: [
      'packages/toolcrib/src/core/',
      'packages/toolcrib/src/runtime/',
      'test/errors-page.test.ts',
      'test/hostile.test.ts',
    ],
  },
  runtime: {
    source: 'packages/toolcrib/src/runtime',
    tests: [
      'packages/toolcrib/src/runtime/',
      'packages/toolcrib/src/stores/',
      'packages/toolcrib/src/testing/',
      'test/call-path/',
      'test/trust/',
    ],
  },
  catalog: {
    source: 'packages/toolcrib/src/catalog',
    tests: [
      'packages/toolcrib/src/catalog/',
      'packages/toolcrib/src/stores/',
      'test/catalog/',
      'test/governance/',
      'test/integrity/',
      'test/toolsets/',
    ],
  },
  stores: {
    source: 'packages/toolcrib/src/stores',
    tests: ['packages/toolcrib/src/stores/', 'test/catalog/'],
  },
  'server/auth': {
    source: 'packages/server/src/auth',
    tests: [
      'packages/server/src/auth/',
      'packages/server/src/http/',
      'packages/server/src/routes/',
      'test/service/attacks/',
    ],
  },
  'server/calls': {
    source: 'packages/server/src/calls',
    tests: [
      'packages/server/src/calls/',
      'packages/server/src/routes/',
      'test/calls/',
      'test/mcp/',
      'test/service/attacks/',
    ],
  },
  'server/audit': {
    source: 'packages/server/src/audit',
    tests: [
      'packages/server/src/audit/',
      'packages/server/src/routes/',
      'test/audit/',
      'test/service/attacks/',
    ],
  },
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '12' },
    only: { type: 'string', default: Object.keys(folders).join(',') },
  },
});

/** Some of all changes, in an order that only the seed decides. */
function draw(mutants: readonly Mutant[]): Mutant[] {
  const orderOf = (mutant: Mutant) =>
    createHash('sha256')
      .update(`${values.seed} ${nameOf(mutant)}`)
      .digest('hex');
  return mutants
    .map((mutant) => ({ mutant, order: orderOf(mutant) }))
    .sort((left, right) => (left.order < right.order ? -1 : 1))
    .slice(0, Number(values.count))
    .map(({ mutant }) => mutant);
}

/** Names a change by the line that it is in, so that the name outlives changes elsewhere in the file. */
function nameOf({ path, line, original, replacement }: Mutant): string {
  const text = (readText(path).split('\n')[line - 1] ?? '').trim();
  return `${path}: ${original} → ${replacement === '' ? 'nothing' : replacement} in ${text}`;
}

/** The tests of a folder in a copy of the repository. */
interface TestRun {
  readonly copy: string;
  readonly tests: readonly string[];
  readonly timeoutMs: number;
}

/** What the tests print in the copy, as it is now; undefined if they pass. */
async function findFailure({ copy, tests, timeoutMs }: TestRun): Promise<string | undefined> {
  const flags = ['run', '--bail=1', '--passWithNoTests'];
  const { code, output } = await runCommand('vitest', [...flags, ...tests], { cwd: copy, timeoutMs });
  return code === 0 ? undefined : output;
}

/** The test that notices a change, or why the tests ended early; undefined if they pass. */
async function findWitness(mutant: Mutant, run: TestRun): Promise<string | undefined> {
  const text = readText(mutant.path);
  const file = join(run.copy, mutant.path);
  // The tests beside a file notice most changes of it, in a fraction of the time.
  const near = `${mutant.path.slice(0, mutant.path.lastIndexOf('/'))}/`;
  writeFileSync(file, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
  try {
    const failure = (await findFailure({ ...run, tests: [near] })) ?? (await findFailure(run));
    return failure && (/^ *FAIL +(.*)$/m.exec(failure)?.[1] ?? failure.trim().split('\n').at(-1));
  } finally {
    writeFileSync(file, text);
  }
}

async function testFolder(name: string, copy: string): Promise<void> {
  const known = folders[name];
  if (known === undefined)
    throw new Error(`Unknown folder "${name}". Choose from ${Object.keys(folders).join(', ')}.`);
  // A testkit consists of tests.
  const isSource = (path: string) => path.endsWith('.ts') && !isTestFile(path) && !path.includes('/testkit/');
  const paths = listFiles(known.source).filter(isSource);
  const sample = draw(paths.flatMap(listMutants));
  const startedAt = performance.now();
  const failure = await findFailure({ copy, tests: known.tests, timeoutMs: TIMEOUT_MS });
  if (failure !== undefined) throw new Error(`Tests of ${name} fail without any change.\n${failure}`);
  const timeoutMs = SLOWDOWN * (performance.now() - startedAt);
  let survived = 0;
  let unexplained = 0;
  for (const [index, mutant] of sample.entries()) {
    process.stderr.write(`${name} ${index + 1} of ${sample.length}: ${nameOf(mutant)}\n`);
    const witness = await findWitness(mutant, { copy, tests: known.tests, timeoutMs });
    process.stderr.write(`  ${witness ?? 'NOT NOTICED'}\n`);
    if (witness !== undefined) continue;
    survived++;
    const reason = explainMutant(nameOf(mutant));
    if (reason === undefined) unexplained++;
    console.log(`  ${mutant.line}: ${nameOf(mutant)}: ${reason ?? 'NOT EXPLAINED'}`);
  }
  const killed = sample.length - survived;
  console.log(
    `${name.padEnd(14)}${killed} of ${sample.length} changes noticed, ${survived - unexplained} explained`,
  );
  if (unexplained > sample.length * (1 - GOAL)) process.exitCode = 1;
}

await ensureBuilt();
await withTempFolder(async (copy) => {
  copyCheckout(copy);
  for (const name of values.only.split(',')) await testFolder(name, copy);
});
