import type { LintFinding } from '../lint-finding.ts';
import type { LintRule } from '../lint-rule.ts';
import { LintRun } from '../lint-run.ts';
import { showText } from '../show-text.ts';
import { describeKind, toFinding } from '../to-finding.ts';
import type { VisibleText } from '../visible-texts.ts';
import { reportSignals } from './create-signal-rule.ts';

const id = 'secret-reference';
const fix = 'Let the host give the tool what it needs; a model must neither read secrets nor pass them on.';

/** Files and places that hold secrets, as they are written in text. */
const secretPlaces =
  /(?:~|\$HOME|%USERPROFILE%|\/home\/\w{1,40}|\/root)[/\\]\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|config)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)\b|(?<![\w/])\.env\b(?!\.example)|\.git-credentials\b|\bprocess\.env\b|\bos\.environ\b/i;

/** A parameter whose name asks for what is in a secret file. */
const readingName = /(?:content|data|text|value|dump|copy|read|reading|output)s?_?(?:of|from|in)?_?/i;
const secretName =
  /id_?rsa|ssh_?(?:private_?)?key|etc_?passwd|etc_?shadow|aws_?credentials|env_?file|dot_?env|mcp_?json|keychain/i;

/** Text that has the model read or pass on secrets; where it only names them, that is said as well. */
export const secretReference: LintRule = {
  id,
  check(spec, context) {
    const run = LintRun.of(spec, context);
    const names = run.texts.flatMap((visible) => (visible.kind === 'key' ? checkName(visible) : []));
    const texts = run.readProse().flatMap(([visible, reading]) => {
      const found = reportSignals(visible, reading, { id, fix });
      return found.length > 0 || !reading.namesSecrets ? found : mention(visible);
    });
    return [...names, ...texts];
  },
};

function checkName(visible: VisibleText): readonly LintFinding[] {
  if (!secretName.test(visible.text) || !readingName.test(visible.text)) return [];
  const message = `A name in the schema asks for a secret: ${showText(visible.text)}.`;
  return [toFinding({ rule: id, severity: 'error', visible, message, fix })];
}

function mention(visible: VisibleText): readonly LintFinding[] {
  const match = secretPlaces.exec(visible.text);
  if (match === null) return [];
  const span = { start: match.index, end: match.index + match[0].length };
  const message = `${describeKind(visible)} names a place where secrets are kept: ${showText(match[0])}.`;
  return [toFinding({ rule: id, severity: 'info', visible, span, message, fix })];
}
