import { compilePattern } from '../../../core/pattern/compile-pattern.ts';
import { PatternRefusal } from '../../../core/pattern/pattern-refusal.ts';
import { ToolError } from '../../../core/tool-error.ts';
import { LineMatcher } from './line-matcher.ts';
import { toSearchProgram } from './search-program.ts';

/** What is looked for. */
export interface SearchOptions {
  /**
   * A regular expression of JavaScript without lookarounds and back-references, or with `isLiteral` the text
   * itself. At most 1,000 characters.
   */
  readonly pattern: string;
  /** @default false */
  readonly isLiteral?: boolean | undefined;
  /** As does a pattern that begins with `(?i)`. @default false */
  readonly ignoreCase?: boolean | undefined;
}

const MAX_PATTERN_LENGTH = 1_000;
const ignoreCaseMark = /^\(\?i\)/;

/** @throws ToolError for a pattern that is none, or that cannot be searched in linear time. */
export function compileSearch({ pattern, isLiteral, ignoreCase }: SearchOptions): LineMatcher {
  if (pattern.length > MAX_PATTERN_LENGTH) throw refusal(`is longer than ${MAX_PATTERN_LENGTH} characters`);
  const isMarked = !isLiteral && ignoreCaseMark.test(pattern);
  const source = isLiteral ? escapePattern(pattern.toWellFormed()) : pattern.replace(ignoreCaseMark, '');
  const compiled = compilePattern(source);
  if (compiled === undefined) throw refusal('is not a valid regular expression');
  const flags = `${compiled.flags}${ignoreCase || isMarked ? 'i' : ''}`;
  try {
    return new LineMatcher(toSearchProgram(source, flags));
  } catch (error) {
    if (error instanceof PatternRefusal) throw refusal(error.message);
    throw error;
  }
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

function refusal(reason: string): ToolError {
  return new ToolError(`The pattern ${reason}. Simplify it, or search for plain text with isLiteral: true.`, {
    changedNothing: true,
  });
}
