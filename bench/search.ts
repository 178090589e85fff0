// Measures how well and how fast tools are found, beside other ways to search: see README.md.
import { parseArgs } from 'node:util';
import type { SearchFigures } from './children/search.ts';
import { prepare } from './lib/prepare.ts';
import { runChild } from './lib/run-child.ts';
import { type EngineId, engineIds } from './lib/search/engines/load-engine.ts';
import { type GoalLine, judgeQuality, judgeSpeed } from './lib/search/goals.ts';
import type { Outcome } from './lib/search/outcome.ts';
import { printGoals } from './lib/search/print-goals.ts';
import { printQuality } from './lib/search/print-quality.ts';
import { printSpeed } from './lib/search/print-speed.ts';
import { listRetrievalSets } from './lib/search/retrieval-set.ts';
import type { SearchSubject } from './lib/search/search-subject.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sets: { type: 'string' },
    only: { type: 'string' },
  },
});

/** The largest set has ten times as many, which would say little more. */
const maxQueries = flags.quick ? 100 : 1_000;
const all = { maxTools: Number.MAX_SAFE_INTEGER, maxQueries };
/** A part of the largest set, so that few tools get the same queries as many. */
const fewTools: SearchSubject = { name: 'mcpscale-500', set: 'mcpscale', maxTools: 500, maxQueries };
const generated = [500, 4_158, 16_000].map(
  (maxTools): SearchSubject => ({ name: `generated-${maxTools}`, maxTools, maxQueries }),
);

const only = readOnly(flags.only);
const known = listRetrievalSets();
const chosen = chooseSets(known, flags.sets);
if (known.length === 0) console.log('search: the public data is not here, so only generated tools are used');
await prepare();

const goals: GoalLine[] = [];
const patienceMs = flags.quick ? 500 : 2_000;
const sets = await runAll(
  chosen.map((set) => ({ ...all, name: set, set })),
  only === 'quality' ? undefined : patienceMs,
);
if (sets.length > 0 && only !== 'speed') {
  printQuality(sets);
  goals.push(...judgeQuality(sets));
}
if (only !== 'quality') {
  const few = chosen.includes('mcpscale') ? [fewTools] : [];
  const others = await runAll(known.length === 0 ? generated : few, patienceMs);
  for (const outcome of [...others, ...sets]) {
    printSpeed(outcome);
    goals.push(...judgeSpeed(outcome));
  }
}
printGoals(goals);

/** One process after another, as they share the machine. */
async function runAll(subjects: readonly SearchSubject[], repeatMs?: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const subject of subjects) {
    console.error(`search: ${subject.name}`);
    const figures: [EngineId, SearchFigures][] = [];
    for (const engine of engineIds) {
      figures.push([engine, await runChild<SearchFigures>('search', { engine, subject, repeatMs })]);
    }
    // One for every engine.
    outcomes.push({ subject, figures: Object.fromEntries(figures) as Outcome['figures'] });
  }
  return outcomes;
}

function chooseSets(names: readonly string[], wanted: string | undefined): readonly string[] {
  const chosenNames = wanted?.split(',') ?? names;
  const unknown = chosenNames.find((name) => !names.includes(name));
  if (unknown === undefined) return chosenNames;
  console.error(`There is no set "${unknown}"; the sets are ${names.join(', ')}.`);
  process.exit(1);
}

function readOnly(text: string | undefined): 'quality' | 'speed' | undefined {
  if (text === undefined || text === 'quality' || text === 'speed') return text;
  console.error(`--only is quality or speed, not "${text}".`);
  process.exit(1);
}
