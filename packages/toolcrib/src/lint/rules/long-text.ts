import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

/** No padding is shorter. */
const MIN_LENGTH = 26;
const MAX_LENGTH = 4_096;
/** So much white space pushes what follows out of view. */
const MAX_SPACE = 100;
const MAX_LINES = 25;
const spaces = /\s{25,}/g;
const mayHavePadding = /\s{25}/;

/** Text that nobody reads to its end. */
export const longText: LintRule = {
  id: 'long-text',
  check: (spec, context) => LintRun.of(spec, context).texts.flatMap(checkText),
};

function checkText(visible: VisibleText): readonly LintFinding[] {
  const { text, kind } = visible;
  if (text.length < MIN_LENGTH || kind === 'term') return [];
  const findings: LintFinding[] = [];
  const padding = findPadding(text);
  if (padding !== undefined) {
    const length = padding.end - padding.start;
    const message = `${describeKind(visible)} goes on after ${length} white characters, out of view.`;
    const fix = 'Take out the white space, and read what comes after it.';
    findings.push(toFinding({ rule: 'long-text', severity: 'error', visible, span: padding, message, fix }));
  }
  if (kind === 'prose' && text.length > MAX_LENGTH) {
    const message = `${describeKind(visible)} has ${text.length} characters, more than ${MAX_LENGTH}.`;
    const fix = 'Keep to what a model needs to choose and call the tool; it pays for the rest in every turn.';
    findings.push(toFinding({ rule: 'long-text', severity: 'warning', visible, message, fix }));
  }
  return findings;
}

function findPadding(text: string): { readonly start: number; readonly end: number } | undefined {
  if (!mayHavePadding.test(text)) return undefined;
  for (const { 0: run, index } of text.matchAll(spaces)) {
    const end = index + run.length;
    const isLong = run.length >= MAX_SPACE || run.split('\n').length > MAX_LINES;
    if (isLong && end < text.length) return { start: index, end };
  }
  return undefined;
}
