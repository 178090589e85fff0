import type { LintFinding, LintSeverity } from './lint-finding.ts';
import type { LintableSpec, LintContext, LintRule } from './lint-rule.ts';
import { showText } from './show-text.ts';

/** A rule says what it has to say in fewer. */
const MAX_FINDINGS = 1_000;
/** A longer text is no sentence. */
const MAX_READ = 4_096;
/** What is longer is cut, so that findings can be stored and shown. */
const MAX_TEXT = 1_024;
const MAX_ID = 64;
const isId = /^[A-Za-z0-9-]+$/;
const severities: ReadonlySet<unknown> = new Set<LintSeverity>(['error', 'warning', 'info']);

/**
 * Runs a rule of the host, whose answer is read as strictly as anything that comes from elsewhere. What is wrong with
 * it becomes one finding `rule-failed`; the findings that are right are kept. That finding is an error, which can be
 * waived: what was to be looked at was not.
 */
export function runOwnRule(rule: LintRule, spec: LintableSpec, context: LintContext): readonly LintFinding[] {
  try {
    const answer: unknown = rule.check(spec, context);
    if (!Array.isArray(answer)) return [failed(rule, 'gave no list of findings')];
    const shown = answer.slice(0, MAX_FINDINGS);
    const findings = shown.map(readFinding).filter((finding) => finding !== undefined);
    if (answer.length > MAX_FINDINGS) return [...findings, failed(rule, 'gave too many findings')];
    const isWhole = findings.length === answer.length;
    return isWhole ? findings : [...findings, failed(rule, 'gave a finding that is none')];
  } catch {
    // What was thrown may hold anything of the spec.
    return [failed(rule, 'failed')];
  }
}

/** The finding about a rule that could not be asked, or gave no answer. */
export function failed(rule: unknown, deed: string): LintFinding {
  return Object.freeze({
    rule: 'rule-failed',
    severity: 'error',
    pointer: '',
    message: `The rule ${idOf(rule)} ${deed}, so that nobody knows what it would have found.`,
    fix: 'Correct the rule, or the definition if it is no plain JSON.',
  });
}

function idOf(rule: unknown): string {
  try {
    const id: unknown = (rule as { readonly id?: unknown }).id;
    return typeof id === 'string' ? showText(id) : 'without an id';
  } catch {
    return 'without an id';
  }
}

function readFinding(given: unknown): LintFinding | undefined {
  try {
    return typeof given === 'object' && given !== null ? checkFinding({ ...given }) : undefined;
  } catch {
    // A proxy that refuses to be read says nothing.
    return undefined;
  }
}

function checkFinding(given: Readonly<Record<string, unknown>>): LintFinding | undefined {
  const { rule, severity, pointer, start, end, message, fix } = given;
  if (typeof rule !== 'string' || rule.length > MAX_ID || !isId.test(rule)) return undefined;
  if (!isSeverity(severity) || !isSentence(message) || !isSentence(fix)) return undefined;
  if (typeof pointer !== 'string' || pointer.length > MAX_READ || !isPointer(pointer)) return undefined;
  const texts = { message: cut(message), fix: cut(fix) };
  if (start === undefined && end === undefined) return Object.freeze({ rule, severity, pointer, ...texts });
  if (!isPosition(start) || !isPosition(end) || start > end) return undefined;
  return Object.freeze({ rule, severity, pointer, start, end, ...texts });
}

function isSeverity(value: unknown): value is LintSeverity {
  return severities.has(value);
}

function isSentence(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_READ;
}

function isPointer(text: string): boolean {
  return text === '' || text.startsWith('/');
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…`;
}
