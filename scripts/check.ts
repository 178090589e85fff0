// Every check of the repository. `npm test` ends here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sharedData } from '../test/shared-data.ts';
import { runCommand } from './lib/run-command.ts';
import { runSteps, type Step, type StepResult } from './lib/run-steps.ts';

const LANES = 2;
const NAME_WIDTH = 18;

const steps: readonly Step[] = [
  { name: 'build', run: () => runScript('build.ts') },
  { name: 'format and lint', run: () => runCommand('biome', ['ci', '--colors=off', '.']) },
  { name: 'types', after: ['build'], run: () => runCommand('tsc', ['--noEmit']) },
  { name: 'unused code', run: () => runCommand('knip', []) },
  { name: 'tests', after: ['build'], run: () => runCommand('vitest', ['run']) },
  { name: 'package', after: ['build'], run: () => runScript('pack-smoke.ts') },
  { name: 'service package', after: ['build'], run: () => runScript('server-smoke.ts') },
  { name: 'browser bundle', after: ['build'], run: () => runScript('browser-bundle.ts') },
  { name: 'examples', after: ['build'], run: () => runScript('run-examples.ts') },
];

function runScript(name: string) {
  return runCommand('node', [join(import.meta.dirname, name)]);
}

function toLine({ name, code, durationMs }: StepResult): string {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  return `${name.padEnd(NAME_WIDTH)}${code === 0 ? 'passed' : 'FAILED'}${seconds.padStart(10)}`;
}

function report(result: StepResult): void {
  console.log(toLine(result));
  const summary = result.output.split('\n').filter((line) => /^ *(Test Files|Tests) /.test(line));
  if (result.code !== 0) console.log(`${result.output.trimEnd()}\n`);
  else if (summary.length > 0) console.log(summary.join('\n'));
}

const dataFolder = sharedData('');
if (!existsSync(dataFolder)) {
  console.log('notice: there is no public test data beside this checkout; tests that need it are skipped');
}

const startedAt = performance.now();
const results = await runSteps(steps, { lanes: LANES, onDone: report });
const failed = results.filter(({ code }) => code !== 0).length;
const total = {
  name: 'all',
  code: failed,
  output: '',
  stdout: '',
  durationMs: performance.now() - startedAt,
};

console.log(`\n${'step'.padEnd(NAME_WIDTH)}result${'time'.padStart(10)}`);
for (const result of [...results, total]) console.log(toLine(result));
console.log(`\nchecks: ${results.length - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
