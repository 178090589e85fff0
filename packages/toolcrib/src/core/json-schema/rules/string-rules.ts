import { cutText } from '../../cut-text.ts';
import type { JsonObject } from '../../json.ts';
import { countOf } from './messages.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import { createSimpleRule, type Rule, type RuleCompiler } from './rule.ts';
import { type Run, spend } from './run.ts';

const CHARACTERS = ['character', 'characters'] as const;

/** `minLength`, `maxLength` and `pattern`. */
export function createStringRules(schema: JsonObject, compiler: RuleCompiler): Rule<string>[] {
  const rules: Rule<string>[] = [];
  if (typeof schema.minLength === 'number') rules.push(createMinLengthRule(schema.minLength));
  if (typeof schema.maxLength === 'number') rules.push(createMaxLengthRule(schema.maxLength));
  if (typeof schema.pattern === 'string')
    rules.push(createPatternRule(compiler.compilePattern(schema.pattern)));
  return rules;
}

function createMinLengthRule(limit: number): Rule<string> {
  return createSimpleRule(
    // A code point takes one or two units, so most strings need no counting.
    (text, run) => text.length >= limit && (text.length >= 2 * limit || countCodePoints(text, run) >= limit),
    () => `must have at least ${countOf(limit, CHARACTERS)}`,
  );
}

function createMaxLengthRule(limit: number): Rule<string> {
  return createSimpleRule(
    (text, run) => text.length <= limit || (text.length <= 2 * limit && countCodePoints(text, run) <= limit),
    () => `must have at most ${countOf(limit, CHARACTERS)}`,
  );
}

function createPatternRule(pattern: PatternMatcher): Rule<string> {
  return createSimpleRule(
    (text, run) => pattern.matches(text, run),
    (text) =>
      pattern.isTooLong(text)
        ? 'is too long to be checked against its pattern'
        : `must match the pattern ${cutText(pattern.source)}`,
  );
}

function countCodePoints(text: string, run: Run): number {
  spend(run, text.length >> 4);
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if (!isHighSurrogate(text.charCodeAt(index))) continue;
    if (!isLowSurrogate(text.charCodeAt(index + 1))) continue;
    count--;
    index++;
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
