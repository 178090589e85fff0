import type { GoalLine } from './goals.ts';

const WIDTHS = [58, 14, 14];

/** All goals, and how many were missed. */
export function printGoals(goals: readonly GoalLine[]): void {
  if (goals.length === 0) {
    console.log('\nsearch: none of the goals is about what was run');
    return;
  }
  console.log('');
  printLine(['goal', 'wanted', 'found', '']);
  for (const { name, wanted, found, isReached } of goals) {
    printLine([name, wanted, found, isReached ? 'ok' : 'MISSED']);
  }
  const missed = goals.filter(({ isReached }) => !isReached).length;
  console.log(missed === 0 ? '\nsearch: no goal was missed' : `\nsearch: ${missed} goals missed`);
}

function printLine([name = '', wanted = '', found = '', verdict = '']: readonly string[]): void {
  const [nameWidth = 0, wantedWidth = 0, foundWidth = 0] = WIDTHS;
  const line = `${name.padEnd(nameWidth)}${wanted.padStart(wantedWidth)}${found.padStart(foundWidth)}`;
  console.log(`${line}  ${verdict}`.trimEnd());
}
