/**
 * Compares schemas with our engine and with two published checkers, on labelled cases and on generated pairs.
 *
 *     node scripts/compare-compat.ts [number of generated pairs]
 *
 * A value that the old schema accepts and the new one rejects decides that a pair is breaking; a pair counts
 * as compatible if no such value is found among many instances of the old schema. Prints a table for each
 * set, then every disagreement with its explanation. Exits with 1 if one of our answers is refuted, or differs
 * from its label without an explanation.
 */
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { pairsOf, type SchemaPair } from '../test/compat/generate-pairs.ts';
import { schema2020, toolSchema } from '../test/compat/generate-schema.ts';
import { sharedData } from '../test/shared-data.ts';
import { loadCheckers } from './lib/compat-checkers.ts';
import { type JudgedPair, judgePairs, type NamedPair } from './lib/judge-pairs.ts';
import { printDisagreements, printScores } from './lib/print-judgements.ts';

interface LabelledCase {
  readonly id: string;
  readonly compatibility: 'backward' | 'both' | 'none';
  readonly original: SchemaPair['before'];
  readonly updated: SchemaPair['after'];
}

const SEED = 20_261_115;
const DEFAULT_PAIRS = 300;

/** Why we differ from the label of a case. */
const explanations: Readonly<Record<string, string>> = {
  'Complex: oneOf 1 (backward)':
    'A text of six to ten characters fits one branch before and both after, so that oneOf refuses it.',
  'String: pattern 2 (none)':
    'Neither pattern is anchored and both match the empty text, so both schemas accept every text.',
  'Const (none)': 'The constants are arrays and the type is string: neither schema accepts anything.',
};

function readCases(): NamedPair[] {
  const file = sharedData('compat/cases.json');
  if (!existsSync(file)) return [];
  const { tests }: { readonly tests: readonly LabelledCase[] } = JSON.parse(readFileSync(file, 'utf8'));
  return tests.map(({ id, compatibility, original, updated }) => ({
    name: `${id} (${compatibility})`,
    label: compatibility === 'none' ? 'breaking' : 'compatible',
    pair: { before: original, after: updated },
  }));
}

function generatePairs(count: number): NamedPair[] {
  const schema = fc.oneof({ arbitrary: toolSchema, weight: 2 }, { arbitrary: schema2020, weight: 1 });
  const pairs = fc.sample(pairsOf(schema), { seed: SEED, numRuns: count });
  return pairs.map((pair, index) => ({ name: `pair ${index + 1}`, pair }));
}

/** Prints where we differ from the labels, and returns how often that is not explained. */
function printLabels(judged: readonly JudgedPair[]): number {
  const different = judged.filter(
    ({ answers, label }) => label !== undefined && answers[0]?.verdict !== label,
  );
  console.log(`\nWe differ from the label in ${different.length} of ${judged.length}:`);
  for (const { name, answers } of different) {
    console.log(`  ${name}: ${answers[0]?.verdict}\n    ${explanations[name] ?? 'NOT EXPLAINED'}`);
  }
  return different.filter(({ name }) => explanations[name] === undefined).length;
}

/** Where a value shows that we are wrong, or where the value that we gave shows nothing. */
function findRefuted(judged: readonly JudgedPair[]): readonly JudgedPair[] {
  return judged.filter(
    ({ answers: [ours], truth }) => ours?.verdict !== 'undecided' && ours?.verdict !== truth,
  );
}

const count = Number(process.argv[2] ?? DEFAULT_PAIRS);
const checkers = loadCheckers();
const sets = [
  { title: 'Labelled cases', pairs: readCases() },
  { title: `Generated pairs, seed ${SEED}`, pairs: generatePairs(count) },
];

for (const { title, pairs } of sets) {
  if (pairs.length === 0) {
    console.log(`\n${title}: skipped, the public data is not here`);
    continue;
  }
  const judged = await judgePairs(pairs, checkers);
  console.log(`\n${title}: ${pairs.length}`);
  printScores(checkers, judged);
  if (pairs.some(({ label }) => label !== undefined) && printLabels(judged) > 0) process.exitCode = 1;
  printDisagreements(checkers, judged);
  const refuted = findRefuted(judged);
  if (refuted.length > 0) process.exitCode = 1;
  for (const { name, pair } of refuted) console.log(`\nREFUTED ${name}: ${JSON.stringify(pair)}`);
}
