import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showText } from '../show-text.ts';
import { ERROR_WEIGHT, type Reading, WARNING_WEIGHT } from '../text/read-text.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

const id = 'encoded-blob';
const fix = 'Say in words what it says, or leave it out.';
/** Hashes and identifiers are shorter. Words of one path or name are not in one case with digits between them. */
const longRun = /[A-Za-z0-9+/]{65,}={0,2}/;
const MIN_RUN = 65;
/** Every address of data has a piece as long as this. */
const MIN_LENGTH = 8;
const white = /\s/;
const looksEncoded = /[a-z][A-Z]|[A-Z][0-9]|[0-9][A-Za-z]/;
const dataUrl = /\bdata:[\w.+-]{1,40}\/[\w.+-]{1,40}(?:;[\w=.-]{1,40}){0,4},/i;

/** Text in a form that people do not read; what it hides is read as well. */
export const encodedBlob: LintRule = {
  id,
  check: (spec, context) =>
    LintRun.of(spec, context)
      .readProse()
      .flatMap(([visible, reading]) => {
        const found = reportBlobs(visible, reading);
        return found.length > 0 || reading.longest < MIN_LENGTH
          ? found
          : reportLength(visible, reading.longest);
      }),
};

function reportBlobs(visible: VisibleText, { blobs, hasPositions }: Reading): readonly LintFinding[] {
  return blobs.flatMap(({ form, text, start, end, weight, deed }) => {
    if (weight < WARNING_WEIGHT) return [];
    const severity = weight >= ERROR_WEIGHT ? 'error' : 'warning';
    const message = `${describeKind(visible)} hides text as ${form} that ${deed}: ${showText(text)}.`;
    return [
      toFinding({
        rule: id,
        severity,
        visible,
        span: hasPositions ? { start, end } : undefined,
        message,
        fix,
      }),
    ];
  });
}

/** Values and names of one piece may be data; text is for reading. */
function reportLength(visible: VisibleText, longest: number): readonly LintFinding[] {
  if (visible.kind === 'value' || (visible.kind !== 'prose' && !white.test(visible.text))) return [];
  const run = longest < MIN_RUN ? null : longRun.exec(visible.text);
  const match = run !== null && looksEncoded.test(run[0]) ? run : findDataUrl(visible.text);
  if (match === null) return [];
  const span = { start: match.index, end: match.index + match[0].length };
  const message = `${describeKind(visible)} has data in it that nobody can read: ${showText(match[0])}.`;
  return [toFinding({ rule: id, severity: 'warning', visible, span, message, fix })];
}

function findDataUrl(text: string): RegExpExecArray | null {
  return text.includes('data:') ? dataUrl.exec(text) : null;
}
