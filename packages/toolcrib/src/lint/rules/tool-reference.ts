import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showText } from '../show-text.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';

/** Words that are made as the names of tools are. */
const identifier =
  /\b[A-Za-z][A-Za-z0-9]{0,63}(?:[_-][A-Za-z0-9]{1,64}){1,8}\b|\b[a-z]{1,32}(?:[A-Z][a-z0-9]{1,32}){1,8}\b/g;
const mayHaveIdentifier = /[a-z0-9][_-][a-z0-9]|[a-z][A-Z]/;
const saysTool = /^["'`]?\s{1,4}(?:tool|function)\b/i;
const MAX_REFERENCES = 10;

/** Text that names another tool. A tool that is not there, or another one by that name, would be called. */
export const toolReference: LintRule = {
  id: 'tool-reference',
  check(spec, context) {
    const run = LintRun.of(spec, context);
    const own = new Set(
      run.texts.flatMap(({ kind, text }) => (kind === 'key' || kind === 'name' ? [text] : [])),
    );
    return run.texts.flatMap((visible) =>
      visible.kind === 'prose' ? findReferences(visible, run, own) : [],
    );
  },
};

function findReferences(
  visible: VisibleText,
  run: LintRun,
  own: ReadonlySet<string>,
): readonly LintFinding[] {
  if (!mayHaveIdentifier.test(visible.text)) return [];
  const findings: LintFinding[] = [];
  const named = new Set<string>();
  for (const match of visible.text.matchAll(identifier)) {
    const [name] = match;
    const end = match.index + name.length;
    if (own.has(name) || named.has(name)) continue;
    if (!run.isToolName(name) && !saysTool.test(visible.text.slice(end, end + 16))) continue;
    named.add(name);
    const message = `${describeKind(visible)} names another tool: ${showText(name)}.`;
    const fix = 'Make sure that it is always there together with this one, or take it out.';
    const span = { start: match.index, end };
    findings.push(toFinding({ rule: 'tool-reference', severity: 'info', visible, span, message, fix }));
    if (findings.length === MAX_REFERENCES) break;
  }
  return findings;
}
