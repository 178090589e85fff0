import type { JsonObject, JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { show } from './messages.ts';
import type { Rule, RuleCompiler } from './rule.ts';
import { enter, spend } from './run.ts';

/**
 * `dependentRequired`, `dependentSchemas`, and `dependencies`, which was both. Dialect 2020-12 only
 * tolerates the last one; it is checked there too, because whoever wrote it meant it.
 */
export function createDependencyRules(schema: JsonObject, compiler: RuleCompiler): Rule<JsonObject>[] {
  const requirements = new Map<string, readonly string[]>();
  const dependents: [string, Rule][] = [];
  const sources: readonly (JsonValue | undefined)[] =
    compiler.dialect === 'draft-07'
      ? [schema.dependencies]
      : [schema.dependentRequired, schema.dependentSchemas, schema.dependencies];
  for (const source of sources) {
    // The document was checked, so the values are arrays of names and schemas.
    for (const [name, dependency] of Object.entries((source ?? {}) as JsonObject)) {
      if (!Array.isArray(dependency)) {
        dependents.push([name, compiler.compile(dependency as SchemaNode)]);
      } else {
        requirements.set(name, [...(requirements.get(name) ?? []), ...(dependency as readonly string[])]);
      }
    }
  }
  const rules: Rule<JsonObject>[] = [];
  if (requirements.size > 0) rules.push(createRequirementsRule(requirements));
  if (dependents.length > 0) rules.push(createDependentsRule(dependents));
  return rules;
}

function createRequirementsRule(requirements: ReadonlyMap<string, readonly string[]>): Rule<JsonObject> {
  return {
    test: (value, run, depth) => {
      const keys = Object.keys(value);
      enter(run, depth, keys.length + 1);
      return keys.every(
        (key) => requirements.get(key)?.every((required) => Object.hasOwn(value, required)) ?? true,
      );
    },
    explain: (value, report, depth) => {
      const keys = Object.keys(value);
      enter(report.run, depth, keys.length + 1);
      for (const key of keys) {
        const names = requirements.get(key) ?? [];
        spend(report.run, names.length);
        for (const required of names) {
          if (Object.hasOwn(value, required)) continue;
          report.addAt(required, `is required when ${show(key)} is present`);
        }
      }
    },
  };
}

function createDependentsRule(dependents: readonly (readonly [string, Rule])[]): Rule<JsonObject> {
  const listPresent = (value: JsonObject) =>
    dependents.filter(([name]) => Object.hasOwn(value, name)).map(([, rule]) => rule);
  return {
    test: (value, run, depth) => {
      enter(run, depth, dependents.length + 1);
      return listPresent(value).every((rule) => rule.test(value, run, depth + 1));
    },
    explain: (value, report, depth) => {
      enter(report.run, depth, dependents.length + 1);
      for (const rule of listPresent(value)) rule.explain(value, report, depth + 1);
    },
    mark: (value, evaluated, depth) => {
      enter(evaluated.run, depth, dependents.length + 1);
      for (const rule of listPresent(value)) rule.mark?.(value, evaluated, depth + 1);
    },
  };
}
