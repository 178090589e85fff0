import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { toAsciiLookAlike } from '../names/skeleton.ts';
import { showCodePoint, showText } from '../show-text.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

const id = 'mixed-script';
const words = /[\p{L}\p{M}\p{N}_]{2,}/gu;
const latin = /[A-Za-z]/;
/** Letters of other alphabets, and Latin ones in a mathematical style, that are drawn like Latin ones. */
const imitation =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Georgian}\u{1d400}-\u{1d7ff}\uff21-\uff5a]/u;
const isAscii = /^[!-~]+$/;
const MAX_FINDINGS = 5;

/** Words that look as if they were of Latin letters, and are of others in part. */
export const mixedScript: LintRule = {
  id,
  check: (spec, context) => LintRun.of(spec, context).foreignTexts.flatMap(checkText),
};

function checkText(visible: VisibleText): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  const isName = visible.kind === 'name' || visible.kind === 'key';
  for (const match of visible.text.matchAll(words)) {
    const [word] = match;
    const foreign = imitation.exec(word)?.[0];
    if (foreign === undefined || !latin.test(word) || !isAscii.test(toAscii(word))) continue;
    const span = { start: match.index, end: match.index + word.length };
    const message = `${describeKind(visible)} mixes alphabets in one word: ${showText(word)} has ${showCodePoint(foreign)}.`;
    const fix = 'Write the word in the letters of one alphabet.';
    findings.push(
      toFinding({ rule: id, severity: isName ? 'error' : 'warning', visible, span, message, fix }),
    );
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

/** Only where all of a word can be taken for ASCII it deceives; units such as µm do not. */
function toAscii(word: string): string {
  let ascii = '';
  for (const character of word) ascii += toAsciiLookAlike(character);
  return ascii;
}
