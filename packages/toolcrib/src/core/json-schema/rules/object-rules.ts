import type { JsonObject, JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { createDependencyRules } from './dependency-rules.ts';
import { countOf } from './messages.ts';
import { createPropertiesRule } from './properties-rule.ts';
import { createSimpleRule, type Rule, type RuleCompiler } from './rule.ts';
import { enter, type Run, spend } from './run.ts';

const PROPERTIES = ['property', 'properties'] as const;

/** The keywords for objects, `unevaluatedProperties` apart. */
export function createObjectRules(schema: JsonObject, compiler: RuleCompiler): Rule<JsonObject>[] {
  const { minProperties, maxProperties, propertyNames } = schema;
  const rules: Rule<JsonObject>[] = [];
  if (typeof minProperties === 'number') {
    rules.push(
      createSimpleRule(
        (value, run) => countKeys(value, run) >= minProperties,
        (value) =>
          `must have at least ${countOf(minProperties, PROPERTIES)}, not ${Object.keys(value).length}`,
      ),
    );
  }
  if (typeof maxProperties === 'number') {
    rules.push(
      createSimpleRule(
        (value, run) => countKeys(value, run) <= maxProperties,
        (value) =>
          `must have at most ${countOf(maxProperties, PROPERTIES)}, not ${Object.keys(value).length}`,
      ),
    );
  }
  if (propertyNames !== undefined) {
    // The document was checked, so this is a schema.
    rules.push(createNamesRule(compiler.compile(propertyNames as SchemaNode)));
  }
  const propertiesRule = createPropertiesRule(schema, compiler);
  if (propertiesRule !== undefined) rules.push(propertiesRule);
  rules.push(...createDependencyRules(schema, compiler));
  return rules;
}

function countKeys(value: JsonObject, run: Run): number {
  const count = Object.keys(value).length;
  spend(run, count);
  return count;
}

function createNamesRule(rule: Rule): Rule<JsonObject> {
  return {
    test: (value, run, depth) => {
      const keys = Object.keys(value);
      enter(run, depth, keys.length + 1);
      return keys.every((key) => rule.test(key, run, depth + 1));
    },
    explain: (value, report, depth) => {
      const keys: readonly JsonValue[] = Object.keys(value);
      enter(report.run, depth, keys.length + 1);
      for (const key of keys) {
        const findings = report.capture(() => rule.explain(key, report, depth + 1));
        for (const { message } of findings) report.addAt(String(key), `has a name that ${message}`);
      }
    },
  };
}
