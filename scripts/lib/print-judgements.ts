import type { Answer, CompatChecker } from './compat-checkers.ts';
import { explainDisagreement } from './explain-disagreement.ts';
import type { JudgedPair } from './judge-pairs.ts';

const WIDTH = 100;
const NAME_WIDTH = 26;

/** Prints how many answers of each checker are right; no line is longer than 100 characters. */
export function printScores(checkers: readonly CompatChecker[], judged: readonly JudgedPair[]): void {
  const columns = ['right', 'wrongly compatible', 'wrongly incompatible', 'undecided'];
  const print = (name: string, cells: readonly (string | number)[]) =>
    console.log(
      `${name.padEnd(NAME_WIDTH)}${cells.map((cell, index) => `${cell}`.padStart((columns[index] ?? '').length + 2)).join('')}`,
    );
  print('checker', columns);
  for (const [index, { name }] of checkers.entries()) {
    const count = (matches: (answer: Answer, pair: JudgedPair) => boolean) =>
      judged.filter((pair) => matches(pair.answers[index] as Answer, pair)).length;
    print(name, [
      count(({ verdict }, { truth }) => verdict === truth),
      count(({ verdict }, { truth }) => verdict === 'compatible' && truth === 'breaking'),
      count(({ verdict }, { truth }) => verdict === 'breaking' && truth === 'compatible'),
      count(({ verdict }) => verdict === 'undecided'),
    ]);
  }
}

/** Prints where another checker decided otherwise than we did, and why it is right or wrong. */
export function printDisagreements(checkers: readonly CompatChecker[], judged: readonly JudgedPair[]): void {
  for (const [index, { name }] of checkers.entries()) {
    if (index === 0) continue;
    const decided = judged.filter(({ answers }) => answers[index]?.verdict !== 'undecided');
    const different = decided.filter(({ answers }) => answers[index]?.verdict !== answers[0]?.verdict);
    console.log(`\n${name} decides otherwise in ${different.length} of ${decided.length}:`);
    for (const pair of different) {
      const [ours, theirs] = [pair.answers[0], pair.answers[index]];
      console.log(cut(`  ${pair.name}: they ${theirs?.verdict}, we ${ours?.verdict}`));
      console.log(cut(`    ${explainDisagreement(pair, name)}`));
      if (pair.witness !== undefined) console.log(cut(`    refused now: ${JSON.stringify(pair.witness)}`));
    }
    printUndecided(
      name,
      judged.map(({ answers }) => answers[index] as Answer),
    );
  }
}

function printUndecided(name: string, answers: readonly Answer[]): void {
  const reasons = new Map<string, number>();
  for (const { verdict, reason = '' } of answers) {
    if (verdict !== 'undecided') continue;
    // The place is another one each time.
    const kind = reason.replace(/ (?:found )?at (?:'#[^']*'|\/.*)/, '');
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
  }
  if (reasons.size > 0) console.log(`${name} has no answer:`);
  for (const [reason, count] of reasons) console.log(cut(`  ${`${count}`.padStart(4)} × ${reason}`));
}

function cut(line: string): string {
  return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`;
}
