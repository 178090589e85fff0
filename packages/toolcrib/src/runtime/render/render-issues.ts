import { formatIssues, type ValidationIssue } from '../../core/issue.ts';
import type { Redactor } from './redactor.ts';
import { toVisibleLine } from './visible-text.ts';

const MAX_ISSUES = 100;
const MAX_LINE_LENGTH = 300;

/**
 * One line per issue, with its path; what it quotes may come from a model. After a hundred, how many more. Secrets
 * are taken out before a line is cut, so that no half of one is left.
 */
export function renderIssues(issues: readonly ValidationIssue[], redact: Redactor): string[] {
  const lines = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => toVisibleLine(redact(formatIssues([issue])), MAX_LINE_LENGTH));
  const rest = issues.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}
