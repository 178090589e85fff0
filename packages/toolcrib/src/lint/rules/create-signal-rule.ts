import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showText } from '../show-text.ts';
import type { SignalRule } from '../signals/signal.ts';
import { ERROR_WEIGHT, type Reading, WARNING_WEIGHT } from '../text/read-text.ts';
import type { FoundSignal } from '../text/weigh-words.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

/** Less than this says nothing, even in a text that is bad for other reasons. */
const MIN_WEIGHT = 3;

/**
 * A rule that reports the signals that are its own. How bad they are depends on the whole text: signs that mean little
 * each are an attack together.
 */
export function createSignalRule(id: SignalRule, fix: string): LintRule {
  return {
    id,
    check: (spec, context) =>
      LintRun.of(spec, context)
        .readProse()
        .flatMap(([visible, reading]) => reportSignals(visible, reading, { id, fix })),
  };
}

/** The findings of one rule about one text. */
export function reportSignals(
  visible: VisibleText,
  reading: Reading,
  { id, fix }: { readonly id: SignalRule; readonly fix: string },
): readonly LintFinding[] {
  if (reading.weight < WARNING_WEIGHT) return [];
  const own = reading.signals.filter(({ rule, weight }) => rule === id && weight >= MIN_WEIGHT);
  return own.map((signal) => {
    const severity = reading.weight >= ERROR_WEIGHT ? 'error' : 'warning';
    return toFinding({ rule: id, severity, visible, ...describe(visible, reading, signal), fix });
  });
}

function describe(visible: VisibleText, reading: Reading, { start, end, deed }: FoundSignal) {
  const { text, form, hasPositions, isJoined } = reading;
  const subject = describeKind(visible);
  if (isJoined) return { message: `${subject} ${deed}, together with other texts of the definition.` };
  const quote = showText(text.slice(start, end));
  if (form !== undefined) return { message: `${subject} ${deed}, written with ${form}: ${quote}.` };
  if (!hasPositions) return { message: `${subject} ${deed}, in part by characters that cannot be seen.` };
  return { span: { start, end }, message: `${subject} ${deed}: ${quote}.` };
}
