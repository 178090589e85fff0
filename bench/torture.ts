// Runs the eight torture tests on the library and on its peers: see README.md.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { prepare } from './lib/prepare.ts';
import { createQueue } from './lib/torture/create-queue.ts';
import { type SubjectId, subjectIds, subjectNames } from './lib/torture/load-subject.ts';
import { type Column, printTable } from './lib/torture/print-table.ts';

/** No library here has a time-out by default that is longer. */
const longestDefaultMs = 60_000;

const { values: flags, positionals: wanted } = parseArgs({
  options: { patience: { type: 'string', default: '3' }, details: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const patienceMs = readSeconds(flags.patience) * 1_000;
const chosen = choose(wanted);
await prepare();
// Only now, as the suite is part of what was built.
const { tortureCases } = await import('toolcrib/testing');
const { tortureLibrary } = await import('./lib/torture/torture-library.ts');
const enqueue = createQueue(availableParallelism());
const outcomes = await Promise.all(
  chosen.map(async (id) => ({ id, ...(await tortureLibrary(id, { patienceMs, enqueue })) })),
);

const columns = outcomes.map(
  ({ id, control, outputs }): Column => ({ name: subjectNames[id], cells: control.passed ? outputs : [] }),
);
console.log(`\ntorture tests, default options, a patience of ${flags.patience} s`);
printTable(
  tortureCases.map(({ title }) => title),
  columns,
);
if (patienceMs <= longestDefaultMs) {
  console.log('A time-out that is longer than the patience counts as hanging; --patience 65 waits for all.');
}
for (const { id, control, outputs } of outcomes) {
  if (!control.passed) {
    console.log(`\n${subjectNames[id]} could not be driven, so nothing is said of it: ${control.seen}`);
    process.exitCode = 1;
  } else if (flags.details) {
    console.log(`\n${subjectNames[id]}`);
    for (const [index, { seen }] of outputs.entries()) console.log(`  ${index + 1} ${JSON.stringify(seen)}`);
  }
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  console.error(`--patience is a number of seconds, not "${text}".`);
  process.exit(1);
}

function choose(names: readonly string[]): readonly SubjectId[] {
  const unknown = names.find((name) => !subjectIds.some((id) => id === name));
  if (unknown === undefined)
    return names.length === 0 ? subjectIds : subjectIds.filter((id) => names.includes(id));
  console.error(`There is no library "${unknown}"; there are ${subjectIds.join(', ')}.`);
  process.exit(1);
}
