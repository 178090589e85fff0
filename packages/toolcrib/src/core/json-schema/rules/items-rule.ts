import type { JsonArray, JsonValue } from '../../json.ts';
import { NOTHING } from './constant-rules.ts';
import { countOf } from './messages.ts';
import type { Rule, Test } from './rule.ts';
import { enter } from './run.ts';

/** A rule for each of the first items, and one for all others. */
export function createItemsRule(prefix: readonly Rule[], rest: Rule | undefined): Rule<JsonArray> {
  return {
    test: prefix.length === 0 && rest !== undefined ? createUniformTest(rest) : createTupleTest(prefix, rest),
    explain: (items, report, depth) => {
      enter(report.run, depth, items.length + 1);
      for (const [index, item] of items.entries()) {
        const rule = prefix[index] ?? rest;
        if (rule === undefined || report.isFull) return;
        if (rule === NOTHING) report.addAt(index, describeExcess(prefix.length));
        else report.enter(index, () => rule.explain(item, report, depth + 1));
      }
    },
    mark: (_items, evaluated) => {
      if (rest !== undefined) evaluated.addAll();
      else evaluated.addItems(prefix.length);
    },
  };
}

/** How an item that may not be there is reported. */
function describeExcess(allowed: number): string {
  return `is not allowed; there must be at most ${countOf(allowed, ['item', 'items'])}`;
}

function createUniformTest({ test }: Rule): Test<JsonArray> {
  return (items, run, depth) => {
    enter(run, depth, items.length + 1);
    for (let index = 0; index < items.length; index++) {
      if (!test(items[index] as JsonValue, run, depth + 1)) return false;
    }
    return true;
  };
}

function createTupleTest(prefix: readonly Rule[], rest: Rule | undefined): Test<JsonArray> {
  return (items, run, depth) => {
    enter(run, depth, items.length + 1);
    for (let index = 0; index < items.length; index++) {
      const rule = prefix[index] ?? rest;
      if (rule === undefined) return true;
      if (!rule.test(items[index] as JsonValue, run, depth + 1)) return false;
    }
    return true;
  };
}
