import type { JsonArray, JsonObject } from '../../json.ts';
import { readItems } from '../read-items.ts';
import { createContainsRule } from './contains-rule.ts';
import { findEqualItems } from './find-equal-items.ts';
import { createItemsRule } from './items-rule.ts';
import { countOf } from './messages.ts';
import { createSimpleRule, type Rule, type RuleCompiler } from './rule.ts';

const ITEMS = ['item', 'items'] as const;

/** The keywords for arrays, `unevaluatedItems` apart. */
export function createArrayRules(schema: JsonObject, compiler: RuleCompiler): Rule<JsonArray>[] {
  const { minItems, maxItems } = schema;
  const rules: Rule<JsonArray>[] = [];
  if (typeof minItems === 'number') {
    rules.push(
      createSimpleRule(
        (items) => items.length >= minItems,
        (items) => `must have at least ${countOf(minItems, ITEMS)}, not ${items.length}`,
      ),
    );
  }
  if (typeof maxItems === 'number') {
    rules.push(
      createSimpleRule(
        (items) => items.length <= maxItems,
        (items) => `must have at most ${countOf(maxItems, ITEMS)}, not ${items.length}`,
      ),
    );
  }
  const { prefix, rest } = readItems(schema, compiler.dialect);
  if (prefix.length > 0 || rest !== undefined) {
    const prefixRules = prefix.map((item) => compiler.compile(item));
    rules.push(createItemsRule(prefixRules, rest === undefined ? undefined : compiler.compile(rest)));
  }
  if (schema.contains !== undefined) rules.push(createContainsRule(schema, compiler));
  if (schema.uniqueItems === true) rules.push(uniqueItemsRule);
  return rules;
}

const uniqueItemsRule: Rule<JsonArray> = createSimpleRule(
  (items, run) => items.length < 2 || findEqualItems(items, run) === undefined,
  () => 'must not contain equal items',
);
