import type { JsonObject } from '../../json.ts';
import type { DynamicReferenceTarget, SchemaNode } from '../document.ts';
import { lazy } from './lazy.ts';
import type { Rule, RuleCompiler } from './rule.ts';
import { enter, type Run, spend } from './run.ts';

/** `$ref` and `$dynamicRef`. Targets are compiled on first use, so recursive schemas come to an end. */
export function createReferenceRules(schema: JsonObject, compiler: RuleCompiler): Rule[] {
  const { $ref, $dynamicRef, scopes } = compiler.references;
  const rules: Rule[] = [];
  const target = $ref.get(schema);
  if (target !== undefined) {
    const findRule = lazy(() => compiler.compile(target.schema));
    const rule = createDeferredRule(findRule);
    rules.push(scopes.size === 0 ? rule : createScopedRule(target.resource, rule));
  }
  const dynamic = $dynamicRef.get(schema);
  if (dynamic !== undefined) rules.push(createDynamicRule(dynamic, compiler));
  return rules;
}

/** A rule that is evaluated within a resource, which `$dynamicRef` inside of it may depend on. */
export function createScopedRule(resource: SchemaNode, rule: Rule): Rule {
  const { mark } = rule;
  return {
    test: (value, run, depth) => {
      const outer = enterScope(run, resource);
      const isValid = rule.test(value, run, depth);
      run.scope = outer;
      return isValid;
    },
    explain: (value, report, depth) => {
      const outer = enterScope(report.run, resource);
      rule.explain(value, report, depth);
      report.run.scope = outer;
    },
    ...(mark !== undefined && {
      mark: (value, evaluated, depth) => {
        const outer = enterScope(evaluated.run, resource);
        mark(value, evaluated, depth);
        evaluated.run.scope = outer;
      },
    }),
  };
}

function enterScope(run: Run, resource: SchemaNode): Run['scope'] {
  const outer = run.scope;
  run.scope = { resource, outer };
  return outer;
}

function createDynamicRule(target: DynamicReferenceTarget, compiler: RuleCompiler): Rule {
  const rules = new Map<SchemaNode, Rule>();
  return createDeferredRule((run) => {
    let { resource } = target;
    for (let scope = run.scope; scope !== undefined; scope = scope.outer) {
      spend(run, 1);
      if (target.byScope.has(scope.resource)) resource = scope.resource;
    }
    const known = rules.get(resource);
    if (known !== undefined) return known;
    const rule = compiler.compile(target.byScope.get(resource) ?? target.schema);
    const scoped = createScopedRule(resource, rule);
    rules.set(resource, scoped);
    return scoped;
  });
}

function createDeferredRule(findRule: (run: Run) => Rule): Rule {
  return {
    test: (value, run, depth) => {
      enter(run, depth, 1);
      return findRule(run).test(value, run, depth + 1);
    },
    explain: (value, report, depth) => {
      enter(report.run, depth, 1);
      findRule(report.run).explain(value, report, depth + 1);
    },
    mark: (value, evaluated, depth) => {
      enter(evaluated.run, depth, 1);
      findRule(evaluated.run).mark?.(value, evaluated, depth + 1);
    },
  };
}
