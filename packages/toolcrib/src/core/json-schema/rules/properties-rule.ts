import type { JsonObject, JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { ANYTHING, NOTHING } from './constant-rules.ts';
import { lazy } from './lazy.ts';
import { list } from './messages.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { Explain, Mark, Rule, RuleCompiler, Test } from './rule.ts';
import { enter } from './run.ts';

const MAX_NAMED_PROPERTIES = 10;

/** What is known about properties of one name. */
interface KnownProperty {
  /** Its schema in `properties`. */
  readonly rule: Rule | undefined;
  readonly isRequired: boolean;
}

interface PropertyPattern {
  readonly pattern: PatternMatcher;
  readonly rule: Rule;
}

interface PropertyRules {
  readonly known: ReadonlyMap<string, KnownProperty>;
  readonly required: ReadonlySet<string>;
  readonly patterns: readonly PropertyPattern[];
  /** For properties that neither `properties` nor `patternProperties` knows. */
  readonly rest: Rule | undefined;
}

/**
 * `properties`, `required`, `patternProperties` and `additionalProperties`, in one loop over the keys
 * that the value itself has: names such as "constructor" are absent unless they are really there.
 */
export function createPropertiesRule(
  schema: JsonObject,
  compiler: RuleCompiler,
): Rule<JsonObject> | undefined {
  const rules = readProperties(schema, compiler);
  if (rules.known.size === 0 && rules.patterns.length === 0 && rules.rest === undefined) return undefined;
  return {
    test: rules.patterns.length === 0 ? createNamedTest(rules) : createPatternTest(rules),
    explain: createExplain(rules),
    mark: createMark(rules),
  };
}

function readProperties(schema: JsonObject, compiler: RuleCompiler): PropertyRules {
  // The document was checked, so the keywords have these shapes.
  const properties = (schema.properties ?? {}) as Readonly<Record<string, SchemaNode>>;
  const patternProperties = (schema.patternProperties ?? {}) as Readonly<Record<string, SchemaNode>>;
  const additional = schema.additionalProperties as SchemaNode | undefined;
  const required = new Set((schema.required ?? []) as readonly string[]);
  const known = new Map<string, KnownProperty>();
  for (const name of Object.keys(properties)) {
    const rule = compiler.compile(properties[name] as SchemaNode);
    known.set(name, { rule, isRequired: required.has(name) });
  }
  for (const name of required) {
    if (!known.has(name)) known.set(name, { rule: undefined, isRequired: true });
  }
  const patterns = Object.keys(patternProperties).map((source) => ({
    pattern: compiler.compilePattern(source),
    rule: compiler.compile(patternProperties[source] as SchemaNode),
  }));
  const rest = additional === undefined ? undefined : compiler.compile(additional);
  return { known, required, patterns, rest };
}

function createNamedTest({ known, required, rest = ANYTHING }: PropertyRules): Test<JsonObject> {
  const properties = new Map<string, { test: Test; isRequired: boolean }>();
  for (const [name, { rule, isRequired }] of known) {
    properties.set(name, { test: (rule ?? rest).test, isRequired });
  }
  const testRest = rest.test;
  return (value, run, depth) => {
    const keys = Object.keys(value);
    enter(run, depth, keys.length + 1);
    let missing = required.size;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const property = properties.get(key);
      const item = value[key] as JsonValue;
      if (property === undefined) {
        if (!testRest(item, run, depth + 1)) return false;
      } else {
        if (!property.test(item, run, depth + 1)) return false;
        if (property.isRequired) missing--;
      }
    }
    return missing === 0;
  };
}

function createPatternTest({ known, required, patterns, rest = ANYTHING }: PropertyRules): Test<JsonObject> {
  return (value, run, depth) => {
    const keys = Object.keys(value);
    enter(run, depth, keys.length * (1 + patterns.length) + 1);
    let missing = required.size;
    for (const key of keys) {
      const item = value[key] as JsonValue;
      const property = known.get(key);
      if (property?.isRequired) missing--;
      let isKnown = property?.rule !== undefined;
      if (property?.rule !== undefined && !property.rule.test(item, run, depth + 1)) return false;
      for (const { pattern, rule } of patterns) {
        if (!pattern.matches(key, run)) continue;
        isKnown = true;
        if (!rule.test(item, run, depth + 1)) return false;
      }
      if (!isKnown && !rest.test(item, run, depth + 1)) return false;
    }
    return missing === 0;
  };
}

function createExplain({ known, required, patterns, rest = ANYTHING }: PropertyRules): Explain<JsonObject> {
  const excess = lazy(() => describeExcess(known, patterns));
  return (value, report, depth) => {
    if (report.isFull) return;
    const keys = Object.keys(value);
    enter(report.run, depth, keys.length * (1 + patterns.length) + required.size + 1);
    for (const key of keys) {
      if (patterns.some(({ pattern }) => pattern.isTooLong(key))) {
        report.addAt(key, 'has a name that is too long to be checked against its pattern');
        continue;
      }
      const property = known.get(key)?.rule;
      const matching = patterns
        .filter(({ pattern }) => pattern.matches(key, report.run))
        .map(({ rule }) => rule);
      const applicable = property === undefined ? matching : [property, ...matching];
      if (applicable.length === 0 && rest === NOTHING) {
        report.addAt(key, excess());
        continue;
      }
      if (applicable.length === 0) applicable.push(rest);
      report.enter(key, () => {
        for (const rule of applicable) rule.explain(value[key] as JsonValue, report, depth + 1);
      });
    }
    for (const name of required) {
      if (!Object.hasOwn(value, name)) report.addAt(name, 'is required');
    }
  };
}

function describeExcess(known: PropertyRules['known'], patterns: PropertyRules['patterns']): string {
  const names = [...known].filter(([, { rule }]) => rule !== undefined).map(([name]) => name);
  const isListable = names.length > 0 && names.length <= MAX_NAMED_PROPERTIES && patterns.length === 0;
  return `is not an allowed property${isListable ? `; allowed are ${list(names)}` : ''}`;
}

function createMark({ known, patterns, rest }: PropertyRules): Mark<JsonObject> {
  return (value, evaluated, depth) => {
    if (rest !== undefined) {
      evaluated.addAll();
      return;
    }
    const keys = Object.keys(value);
    enter(evaluated.run, depth, keys.length * (1 + patterns.length) + 1);
    for (const key of keys) {
      const isKnown =
        known.get(key)?.rule !== undefined ||
        patterns.some(({ pattern }) => pattern.matches(key, evaluated.run));
      if (isKnown) evaluated.add(key);
    }
  };
}
