import type { JsonObject } from '../../json.ts';
import { createMultipleTest } from './multiple-of.ts';
import { createSimpleRule, type Rule } from './rule.ts';

/** `minimum`, `maximum`, their exclusive forms, and `multipleOf`. */
export function createNumberRules(schema: JsonObject): Rule<number>[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const rules: Rule<number>[] = [];
  if (typeof minimum === 'number') {
    rules.push(
      createSimpleRule(
        (value) => value >= minimum,
        () => `must be at least ${minimum}`,
      ),
    );
  }
  if (typeof maximum === 'number') {
    rules.push(
      createSimpleRule(
        (value) => value <= maximum,
        () => `must be at most ${maximum}`,
      ),
    );
  }
  if (typeof exclusiveMinimum === 'number') {
    rules.push(
      createSimpleRule(
        (value) => value > exclusiveMinimum,
        () => `must be more than ${exclusiveMinimum}`,
      ),
    );
  }
  if (typeof exclusiveMaximum === 'number') {
    rules.push(
      createSimpleRule(
        (value) => value < exclusiveMaximum,
        () => `must be less than ${exclusiveMaximum}`,
      ),
    );
  }
  if (typeof multipleOf === 'number') {
    rules.push(createSimpleRule(createMultipleTest(multipleOf), () => `must be a multiple of ${multipleOf}`));
  }
  return rules;
}
