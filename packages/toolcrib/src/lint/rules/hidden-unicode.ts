import type { LintFinding, LintSeverity } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showCodePoint, showText } from '../show-text.ts';
import { readTagCharacters } from '../text/hidden-characters.ts';
import { judgeHidden } from '../text/judge-hidden.ts';
import { judgeLayout, judgeSpaces, type WhiteRun } from '../text/judge-white-space.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

const id = 'hidden-unicode';
const fix = 'Take the characters out; nobody who reviews the text can see them.';
const spaceFix = 'Use the same white space everywhere; nobody who reviews the text sees a difference.';
/** Eight choices of white space with something between them are longer. */
const MIN_LENGTH = 16;
const MAX_FINDINGS = 5;

interface HiddenRun {
  start: number;
  end: number;
  severity: LintSeverity;
  readonly first: string;
}

/** Characters that a model reads and nobody sees. */
export const hiddenUnicode: LintRule = {
  id,
  check(spec, context) {
    const run = LintRun.of(spec, context);
    return [
      ...run.foreignTexts.flatMap(checkText),
      ...run.foreignTexts.flatMap((visible) => report(visible, judgeSpaces(visible.text))),
      ...run.spacedTexts.flatMap(checkLayout),
    ];
  },
};

function checkLayout(visible: VisibleText): readonly LintFinding[] {
  return visible.text.length < MIN_LENGTH ? [] : report(visible, judgeLayout(visible.text));
}

function report(visible: VisibleText, runs: readonly WhiteRun[]): readonly LintFinding[] {
  return runs.slice(0, MAX_FINDINGS).map(({ deed, ...span }) => {
    const message = `${describeKind(visible)} ${deed}, by which something can be spelled.`;
    return toFinding({ rule: id, severity: 'error', visible, span, message, fix: spaceFix });
  });
}

function checkText(visible: VisibleText): readonly LintFinding[] {
  return findRuns(visible.text)
    .slice(0, MAX_FINDINGS)
    .map(({ start, end, severity, first }) => {
      const hidden = readTagCharacters(visible.text.slice(start, end));
      const length = end - start;
      const meaning = hidden === '' ? '' : `, which say ${showText(hidden)}`;
      const message = `${describeKind(visible)} has characters that cannot be seen: ${showCodePoint(first)}${
        length > first.length ? ` and more, ${length} units in all` : ''
      }${meaning}.`;
      return toFinding({ rule: id, severity, visible, span: { start, end }, message, fix });
    });
}

/** Neighbours are one finding. */
function findRuns(text: string): readonly HiddenRun[] {
  const runs: HiddenRun[] = [];
  for (const { index, character, severity } of judgeHidden(text)) {
    const last = runs.at(-1);
    const end = index + character.length;
    if (last?.end === index) {
      last.end = end;
      if (severity === 'error') last.severity = severity;
    } else runs.push({ start: index, end, severity, first: character });
  }
  return runs;
}
