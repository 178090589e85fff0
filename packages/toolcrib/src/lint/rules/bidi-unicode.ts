import type { LintFinding, LintSeverity } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showCodePoint } from '../show-text.ts';
import { isTooDense } from '../text/judge-hidden.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

const id = 'bidi-unicode';
const fix = 'Take the characters out; the text is drawn in another order than it is read.';
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const neighbours = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{2}/;
const marks = /[\u061c\u200e\u200f]/;
const isolates = /[\u2066-\u2069]/;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Characters that change the direction of text, so that people read something else than a model. */
export const bidiUnicode: LintRule = {
  id,
  check: (spec, context) => LintRun.of(spec, context).foreignTexts.flatMap(checkText),
};

function checkText(visible: VisibleText): readonly LintFinding[] {
  const { text } = visible;
  const found = [...text.matchAll(controls)];
  const [first] = found;
  if (first === undefined) return [];
  const severity = judge(
    text,
    found.map(([character]) => character),
  );
  if (severity === undefined) return [];
  const span = { start: first.index, end: (found.at(-1)?.index ?? first.index) + 1 };
  const numbers = [...new Set(found.map(([character]) => showCodePoint(character)))].join(', ');
  const message = `${describeKind(visible)} has characters that change the direction of text: ${numbers}.`;
  return [toFinding({ rule: id, severity, visible, span, message, fix })];
}

/**
 * In a text with letters that are written from the right, some are needed. Of two neighbours one has no effect, and many
 * of them can spell something.
 */
function judge(text: string, found: readonly string[]): LintSeverity | undefined {
  if (!rightToLeft.test(text) || neighbours.test(text)) return 'error';
  if (isTooDense(found.length, text, rightToLeft)) return 'error';
  const needed = found.filter((character) => !marks.test(character));
  if (needed.length === 0) return undefined;
  return needed.every((character) => isolates.test(character)) && areBalanced(text) ? 'warning' : 'error';
}

function areBalanced(text: string): boolean {
  let depth = 0;
  for (const [character] of text.matchAll(/[\u2066-\u2069]/g)) {
    depth += character === '\u2069' ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
