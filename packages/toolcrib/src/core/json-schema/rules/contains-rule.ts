import type { JsonArray, JsonObject, JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { lazy } from './lazy.ts';
import { countOf, show } from './messages.ts';
import type { Rule, RuleCompiler } from './rule.ts';
import { enter, type Run } from './run.ts';

/** `contains`, with `minContains` and `maxContains` where the dialect has them. */
export function createContainsRule(schema: JsonObject, compiler: RuleCompiler): Rule<JsonArray> {
  const contained = schema.contains as SchemaNode;
  const { test: testItem } = compiler.compile(contained);
  const shown = lazy(() => show(contained));
  const { least, most } = readCounts(schema, compiler);
  const count = (items: JsonArray, run: Run, depth: number) => {
    enter(run, depth, items.length + 1);
    let matches = 0;
    for (let index = 0; index < items.length; index++) {
      if (!testItem(items[index] as JsonValue, run, depth + 1)) continue;
      matches++;
      if (matches > most || (matches >= least && most === Number.POSITIVE_INFINITY)) break;
    }
    return matches;
  };
  return {
    test: (items, run, depth) => {
      const matches = count(items, run, depth);
      return matches >= least && matches <= most;
    },
    explain: (items, report, depth) => {
      const matches = count(items, report.run, depth);
      if (matches < least) report.add(`must contain at least ${describeItems(least, shown())}`);
      else if (matches > most) report.add(`must contain at most ${describeItems(most, shown())}`);
    },
    mark: (items, evaluated, depth) => {
      enter(evaluated.run, depth, items.length + 1);
      for (const [index, item] of items.entries()) {
        if (testItem(item, evaluated.run, depth + 1)) evaluated.add(index);
      }
    },
  };
}

function readCounts(schema: JsonObject, compiler: RuleCompiler): { least: number; most: number } {
  const { minContains, maxContains } = compiler.dialect === 'draft-07' ? {} : schema;
  return {
    least: typeof minContains === 'number' ? minContains : 1,
    most: typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY,
  };
}

function describeItems(count: number, shown: string): string {
  return `${countOf(count, ['item', 'items'])} that ${count === 1 ? 'matches' : 'match'} ${shown}`;
}
