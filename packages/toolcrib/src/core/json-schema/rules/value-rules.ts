import { canonicalJson } from '../../canonical-json.ts';
import type { JsonArray, JsonObject, JsonValue } from '../../json.ts';
import { lazy } from './lazy.ts';
import { describeValues } from './messages.ts';
import type { Rule, Test } from './rule.ts';
import { spendOn } from './run.ts';

/** `const` and `enum`. */
export function createValueRules(schema: JsonObject): Rule[] {
  const rules: Rule[] = [];
  if (schema.const !== undefined) rules.push(createValueRule([schema.const]));
  // `enum` of a checked schema is an array.
  if (schema.enum !== undefined) rules.push(createValueRule(schema.enum as JsonArray));
  return rules;
}

function createValueRule(values: readonly JsonValue[]): Rule {
  const test = createTest(values);
  const message = lazy(() => describeValues(values));
  return {
    test,
    explain: (value, report, depth) => {
      if (!test(value, report.run, depth)) report.add(message(), { values });
    },
  };
}

function createTest(values: readonly JsonValue[]): Test {
  const primitives = new Set(values.filter(isPrimitive));
  const others = values.filter((value) => !isPrimitive(value));
  if (others.length === 0) return (value) => primitives.has(value);
  const texts = new Set(others.map((value) => canonicalJson(value)));
  return (value, run) =>
    isPrimitive(value) ? primitives.has(value) : texts.has(canonicalJson(value, spendOn(run)));
}

function isPrimitive(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}
