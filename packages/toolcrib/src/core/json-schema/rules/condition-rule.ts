import type { JsonObject, JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { ANYTHING } from './constant-rules.ts';
import type { Rule, RuleCompiler } from './rule.ts';
import { enter } from './run.ts';

/** `if` with `then` and `else`. */
export function createConditionRule(schema: JsonObject, compiler: RuleCompiler): Rule | undefined {
  if (schema.if === undefined) return undefined;
  // The document was checked, so the keywords hold schemas.
  const compile = (value: JsonValue | undefined) =>
    value === undefined ? ANYTHING : compiler.compile(value as SchemaNode);
  const condition = compile(schema.if);
  const [whenTrue, whenFalse] = [compile(schema.then), compile(schema.else)];
  return {
    test: (value, run, depth) => {
      enter(run, depth, 2);
      const branch = condition.test(value, run, depth + 1) ? whenTrue : whenFalse;
      return branch.test(value, run, depth + 1);
    },
    explain: (value, report, depth) => {
      enter(report.run, depth, 2);
      const branch = condition.test(value, report.run, depth + 1) ? whenTrue : whenFalse;
      branch.explain(value, report, depth + 1);
    },
    mark: (value, evaluated, depth) => {
      enter(evaluated.run, depth, 2);
      const isTrue = condition.test(value, evaluated.run, depth + 1);
      if (isTrue) condition.mark?.(value, evaluated, depth + 1);
      (isTrue ? whenTrue : whenFalse).mark?.(value, evaluated, depth + 1);
    },
  };
}
