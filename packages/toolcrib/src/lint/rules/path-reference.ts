import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showText } from '../show-text.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

/** Paths from the root, a drive or the home folder. An address, a fraction or a closing tag is none. */
const path =
  /(?<![\w/:<.~\\-])(?:~[/\\][\w.-]|\/(?:etc|home|root|usr|var|tmp|opt|proc|Users|mnt|srv|dev)\/[\w.-]|[A-Za-z]:\\[\w.-]|\$HOME\b)[^\s"'`),;]{0,200}/;

/** Text that names a place in somebody's file system. */
export const pathReference: LintRule = {
  id: 'path-reference',
  check: (spec, context) =>
    LintRun.of(spec, context).texts.flatMap((visible) => {
      const match = mayHavePath(visible) ? path.exec(visible.text) : null;
      if (match === null) return [];
      const span = { start: match.index, end: match.index + match[0].length };
      const message = `${describeKind(visible)} names a path: ${showText(match[0])}.`;
      const fix = 'Make sure that the path means the same wherever the tool is used, or take it out.';
      return [toFinding({ rule: 'path-reference', severity: 'info', visible, span, message, fix })];
    }),
};

/** Much quicker than to look for one. */
function mayHavePath({ kind, text }: VisibleText): boolean {
  return kind !== 'term' && (text.includes('/') || text.includes('\\') || text.includes('$'));
}
