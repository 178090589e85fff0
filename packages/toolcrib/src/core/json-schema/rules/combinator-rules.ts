import type { JsonObject, JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { createAlternativesRule } from './alternatives-rule.ts';
import { createConditionRule } from './condition-rule.ts';
import { lazy } from './lazy.ts';
import { show } from './messages.ts';
import type { Rule, RuleCompiler } from './rule.ts';
import { enter } from './run.ts';

/** `allOf`, `anyOf`, `oneOf`, `not`, and `if` with `then` and `else`. */
export function createCombinatorRules(schema: JsonObject, compiler: RuleCompiler): Rule[] {
  // The document was checked, so the keywords hold schemas.
  const compileAll = (value: JsonValue) =>
    (value as readonly SchemaNode[]).map((item) => compiler.compile(item));
  const rules: Rule[] = [];
  if (schema.allOf !== undefined) rules.push(createAllOfRule(compileAll(schema.allOf)));
  if (schema.anyOf !== undefined) rules.push(createAlternativesRule(compileAll(schema.anyOf), 'any'));
  if (schema.oneOf !== undefined) rules.push(createAlternativesRule(compileAll(schema.oneOf), 'one'));
  if (schema.not !== undefined) rules.push(createNotRule(schema.not as SchemaNode, compiler));
  const condition = createConditionRule(schema, compiler);
  if (condition !== undefined) rules.push(condition);
  return rules;
}

function createAllOfRule(parts: readonly Rule[]): Rule {
  return {
    test: (value, run, depth) => {
      enter(run, depth, parts.length);
      for (const part of parts) if (!part.test(value, run, depth + 1)) return false;
      return true;
    },
    explain: (value, report, depth) => {
      enter(report.run, depth, parts.length);
      for (const part of parts) part.explain(value, report, depth + 1);
    },
    mark: (value, evaluated, depth) => {
      enter(evaluated.run, depth, parts.length);
      for (const part of parts) part.mark?.(value, evaluated, depth + 1);
    },
  };
}

function createNotRule(schema: SchemaNode, compiler: RuleCompiler): Rule {
  const { test } = compiler.compile(schema);
  const message = lazy(() => `must not match ${show(schema)}`);
  return {
    test: (value, run, depth) => {
      enter(run, depth, 1);
      return !test(value, run, depth + 1);
    },
    explain: (value, report, depth) => {
      enter(report.run, depth, 1);
      if (test(value, report.run, depth + 1)) report.add(message());
    },
  };
}
