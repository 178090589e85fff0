// Measures the library beside a hand-written floor and beside its peers: see README.md.
import { parseArgs } from 'node:util';
import { prepare } from './lib/prepare.ts';
import { judge, printSection } from './lib/print-section.ts';
import type { Effort, Row } from './lib/section.ts';

const full: Effort = { rounds: 21, batchMs: 10, processes: 9 };
const quick: Effort = { rounds: 5, batchMs: 4, processes: 5 };

const { values: flags, positionals: wanted } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});

await prepare();
// Only now, as the rows need what was installed.
const { rows } = await import('./rows.ts');
const chosen = choose(rows, wanted);
const missed: string[] = [];
for (const row of chosen) {
  for (const section of await row.run(flags.quick ? quick : full)) {
    printSection(section);
    for (const line of section.lines) {
      if (judge(line) === 'MISSED') missed.push(`${/^[^,(]*/.exec(section.title)?.[0].trim()}: ${line.name}`);
    }
  }
}
console.log(missed.length === 0 ? '\nbench: no goal was missed' : `\nbench: ${missed.length} goals missed`);
for (const line of missed) console.log(`  ${line}`);

/** Those of these names; a name also stands for all rows that begin with it, as `catalog` does for `catalog-read`. */
function choose(all: readonly Row[], names: readonly string[]): readonly Row[] {
  const isChosen = (row: Row, name: string) => row.name === name || row.name.startsWith(`${name}-`);
  const unknown = names.find((name) => !all.some((row) => isChosen(row, name)));
  if (unknown === undefined) {
    return names.length === 0 ? all : all.filter((row) => names.some((name) => isChosen(row, name)));
  }
  console.error(`There is no row "${unknown}"; the rows are ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
