import { describeMismatch } from './describe-mismatch.ts';
import { joinWith } from './messages.ts';
import type { Rule, Test } from './rule.ts';
import { enter } from './run.ts';

/** `anyOf` (at least one alternative matches) and `oneOf` (exactly one does). */
export function createAlternativesRule(alternatives: readonly Rule[], count: 'any' | 'one'): Rule {
  return {
    test: createTest(alternatives, count),
    explain: (value, report, depth) => {
      enter(report.run, depth, alternatives.length);
      const matching = [...alternatives.keys()].filter((index) =>
        alternatives[index]?.test(value, report.run, depth + 1),
      );
      if (matching.length === 1 || (matching.length > 1 && count === 'any')) return;
      if (matching.length > 0) {
        const numbers = joinWith(
          'and',
          matching.slice(0, 10).map((index) => `${index + 1}`),
        );
        const problem = `matches ${matching.length} of the ${alternatives.length} allowed alternatives`;
        report.add(`${problem} (numbers ${numbers}), but must match exactly one`);
        return;
      }
      const attempts = alternatives.map((rule) =>
        report.capture(() => rule.explain(value, report, depth + 1)),
      );
      for (const finding of describeMismatch(attempts, { path: report.path, value }))
        report.addFinding(finding);
    },
    mark: (value, evaluated, depth) => {
      enter(evaluated.run, depth, alternatives.length);
      const matching = alternatives.filter((rule) => rule.test(value, evaluated.run, depth + 1));
      // Nothing matches only while a failure is being explained: then everything counts as evaluated
      // that any alternative would have, so that the failure is reported only once.
      for (const rule of matching.length > 0 ? matching : alternatives) {
        rule.mark?.(value, evaluated, depth + 1);
      }
    },
  };
}

function createTest(alternatives: readonly Rule[], count: 'any' | 'one'): Test {
  const tests = alternatives.map(({ test }) => test);
  return (value, run, depth) => {
    enter(run, depth, tests.length);
    let matches = 0;
    for (const test of tests) {
      if (!test(value, run, depth + 1)) continue;
      if (count === 'any') return true;
      if (++matches > 1) return false;
    }
    return matches === 1;
  };
}
