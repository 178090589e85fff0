import { isJsonObject } from '../../core/json.ts';
import type { LintRule } from '../lint-rule.ts';

const holders: readonly string[] = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'patternProperties',
  'if',
  'propertyNames',
];

/** An input schema that takes any arguments, so that a model has to guess which. */
export const looseSchema: LintRule = {
  id: 'loose-schema',
  check({ inputSchema }) {
    const { properties, additionalProperties } = inputSchema;
    const hasProperties = isJsonObject(properties) && Object.keys(properties).length > 0;
    const isOpen = additionalProperties === undefined || additionalProperties === true;
    if (hasProperties || !isOpen || holders.some((keyword) => keyword in inputSchema)) return [];
    return [
      Object.freeze({
        rule: 'loose-schema',
        severity: 'info',
        pointer: '/inputSchema',
        message: 'The input schema says nothing about the arguments, and takes any.',
        fix: 'Describe the properties, or set additionalProperties to false if there are none.',
      }),
    ];
  },
};
