import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showText } from '../show-text.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

/** Comments of HTML and Markdown, and elements that are not drawn. */
const comment = /<!--|^[ \t]{0,8}\[(?:\/\/|comment)\]:[ \t]{0,8}(?:#|<>)|\[\/\/\]:[ \t]{0,8}#/m;
const undrawn =
  /<[a-z][^<>]{0,200}\b(?:hidden\b|display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|font-size\s{0,4}:\s{0,4}0|opacity\s{0,4}:\s{0,4}0)[^<>]{0,200}>/i;
/** A tool may speak of comments without writing one. */
const emptyComment = /^<!--[\s.…-]{0,8}-->/;
const SHOWN = 120;

/** Text that people do not see where a description is drawn, while a model reads it. */
export const htmlComment: LintRule = {
  id: 'html-comment',
  check: (spec, context) =>
    LintRun.of(spec, context).texts.flatMap((visible) => {
      const match = mayHaveMarkup(visible)
        ? (comment.exec(visible.text) ?? undrawn.exec(visible.text))
        : null;
      if (match === null) return [];
      const shown = visible.text.slice(match.index, match.index + SHOWN);
      const span = { start: match.index, end: match.index + match[0].length };
      const severity = emptyComment.test(shown) || visible.kind === 'value' ? 'warning' : 'error';
      const message = `${describeKind(visible)} has a part that is not drawn: ${showText(shown)}.`;
      const fix = 'Take it out, or say it where people see it.';
      return [toFinding({ rule: 'html-comment', severity, visible, span, message, fix })];
    }),
};

/** Much quicker than to look for it. */
function mayHaveMarkup({ kind, text }: VisibleText): boolean {
  return kind !== 'term' && (text.includes('<') || text.includes(']:'));
}
