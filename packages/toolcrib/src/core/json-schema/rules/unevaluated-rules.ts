import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../../json.ts';
import type { SchemaNode } from '../document.ts';
import { NOTHING } from './constant-rules.ts';
import { Evaluated } from './evaluated.ts';
import type { Mark, Rule, RuleCompiler } from './rule.ts';
import { enter, type Run } from './run.ts';

/** What is left for the unevaluated keywords of one schema. */
interface Leftover {
  readonly rule: Rule;
  /** Notes what all other keywords of the schema have looked at. */
  readonly markSiblings: Mark | undefined;
}

/** `unevaluatedItems` and `unevaluatedProperties`. They come last: they build on the other keywords. */
export function createUnevaluatedRules(
  schema: JsonObject,
  compiler: RuleCompiler,
  markSiblings: Mark | undefined,
): Rule[] {
  if (compiler.dialect === 'draft-07') return [];
  const { unevaluatedItems, unevaluatedProperties } = schema;
  const rules: Rule[] = [];
  // The document was checked, so these are schemas.
  if (unevaluatedItems !== undefined) {
    const rule = compiler.compile(unevaluatedItems as SchemaNode);
    rules.push(createLeftoverRule({ rule, markSiblings }, 'items'));
  }
  if (unevaluatedProperties !== undefined) {
    const rule = compiler.compile(unevaluatedProperties as SchemaNode);
    rules.push(createLeftoverRule({ rule, markSiblings }, 'properties'));
  }
  return rules;
}

type Part = 'items' | 'properties';

function createLeftoverRule({ rule, markSiblings }: Leftover, part: Part): Rule {
  const isApplicable = part === 'items' ? isJsonArray : isJsonObject;
  const message = part === 'items' ? 'is not an allowed item' : 'is not an allowed property';
  const findLeftover = (value: JsonArray | JsonObject, run: Run, depth: number) => {
    const evaluated = new Evaluated(run);
    markSiblings?.(value, evaluated, depth);
    if (evaluated.hasAll) return [];
    const steps = isJsonArray(value) ? [...value.keys()] : Object.keys(value);
    enter(run, depth, steps.length + 1);
    return steps.filter((step) => !evaluated.has(step));
  };
  return {
    test: (value, run, depth) =>
      !isApplicable(value) ||
      findLeftover(value, run, depth).every((step) => rule.test(getItem(value, step), run, depth + 1)),
    explain: (value, report, depth) => {
      if (!isApplicable(value)) return;
      for (const step of findLeftover(value, report.run, depth)) {
        if (rule === NOTHING) report.addAt(step, message);
        else report.enter(step, () => rule.explain(getItem(value, step), report, depth + 1));
      }
    },
    mark: (value, evaluated) => {
      if (isApplicable(value)) evaluated.addAll();
    },
  };
}

function getItem(value: JsonArray | JsonObject, step: string | number): JsonValue {
  // Steps come from the keys of the value, so there is an item.
  return (value as JsonObject)[step] as JsonValue;
}
