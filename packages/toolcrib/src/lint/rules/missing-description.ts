import { isJsonObject } from '../../core/json.ts';
import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { showText } from '../show-text.ts';
import { pointerOf } from '../visible-texts.ts';

const id = 'missing-description';

/** A tool or a parameter that a model has to guess the meaning of. */
export const missingDescription: LintRule = {
  id,
  check(spec) {
    const { properties } = spec.inputSchema;
    const parameters = isJsonObject(properties) ? Object.entries(properties) : [];
    const unknown = parameters.filter(
      ([, schema]) => isJsonObject(schema) && isBlank(schema.description) && schema.$ref === undefined,
    );
    return [
      ...(isBlank(spec.description) ? [toolFinding] : []),
      ...unknown.map(([name]) => parameterFinding(name)),
    ];
  },
};

const toolFinding: LintFinding = Object.freeze({
  rule: id,
  severity: 'warning',
  pointer: '/description',
  message: 'The tool has no description.',
  fix: 'Say in a sentence or two what the tool does and when to use it.',
});

function parameterFinding(name: string): LintFinding {
  const parent = { parent: { parent: undefined, step: 'inputSchema' }, step: 'properties' };
  return Object.freeze({
    rule: id,
    severity: 'info',
    pointer: pointerOf({ parent, step: name }),
    message: `The parameter ${showText(name)} has no description.`,
    fix: 'Say what it means, and in which form it is expected.',
  });
}

function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}
