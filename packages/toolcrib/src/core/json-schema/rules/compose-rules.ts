import { isJsonArray, isJsonObject, type JsonArray, type JsonObject } from '../../json.ts';
import { ANY_TYPE, getTypeMask, type TypeMask, type TypeName, typeMasks } from '../type-name.ts';
import { composeTest } from './compose-test.ts';
import { describeTypes } from './messages.ts';
import type { Explain, Mark, Rule } from './rule.ts';

/** The rules of one schema, by the type of value that they look at. */
export interface RuleSet {
  /** The names in `type`, or nothing if every type will do. */
  readonly types: readonly TypeName[] | undefined;
  readonly strings: readonly Rule<string>[];
  readonly numbers: readonly Rule<number>[];
  readonly arrays: readonly Rule<JsonArray>[];
  readonly objects: readonly Rule<JsonObject>[];
  /** `const` and `enum`. */
  readonly values: readonly Rule[];
  /** Rules for values of any type, in order. */
  readonly others: readonly Rule[];
}

/** One rule for all rules of a schema. */
export function composeRules(rules: RuleSet): Rule {
  const mark = composeMark(rules);
  const mask = toMask(rules.types);
  return {
    test: composeTest(rules, mask),
    explain: composeExplain(rules, mask),
    ...(mark !== undefined && { mark }),
  };
}

function toMask(types: readonly TypeName[] | undefined): TypeMask {
  return types?.reduce<TypeMask>((mask, name) => mask | typeMasks[name], 0) ?? ANY_TYPE;
}

function composeExplain(rules: RuleSet, mask: TypeMask): Explain {
  return (value, report, depth) => {
    const explainAll = <Value>(some: readonly Rule<Value>[], typed: Value) => {
      for (const rule of some) rule.explain(typed, report, depth);
    };
    if ((mask & getTypeMask(value)) === 0) {
      const types = rules.types ?? [];
      report.add(describeTypes(types, value), { types });
      // Which values are right is worth saying together with the type; nothing else is.
      explainAll(rules.values, value);
      return;
    }
    if (typeof value === 'string') explainAll(rules.strings, value);
    else if (typeof value === 'number') explainAll(rules.numbers, value);
    else if (isJsonArray(value)) explainAll(rules.arrays, value);
    else if (isJsonObject(value)) explainAll(rules.objects, value);
    explainAll(rules.values, value);
    explainAll(rules.others, value);
  };
}

/** Notes what any of the rules has looked at; nothing if none of them looks into values. */
export function composeMark({ arrays, objects, others }: RuleSet): Mark | undefined {
  const arrayMarks = listMarks(arrays);
  const objectMarks = listMarks(objects);
  const otherMarks = listMarks(others);
  if (arrayMarks.length + objectMarks.length + otherMarks.length === 0) return undefined;
  return (value, evaluated, depth) => {
    if (isJsonArray(value)) for (const mark of arrayMarks) mark(value, evaluated, depth);
    else if (isJsonObject(value)) for (const mark of objectMarks) mark(value, evaluated, depth);
    else return;
    for (const mark of otherMarks) mark(value, evaluated, depth);
  };
}

function listMarks<Value>(rules: readonly Rule<Value>[]): Mark<Value>[] {
  return rules.flatMap(({ mark }) => (mark === undefined ? [] : [mark]));
}
