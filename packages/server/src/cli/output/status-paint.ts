import type { Paint, Style } from './style.ts';

const good = new Set(['active', 'bound', 'ok', 'ready', 'created', 'updated', 'approved']);
const bad = new Set([
  'quarantined',
  'changed',
  'missing',
  'fail',
  'failed',
  'denied',
  'revoked',
  'differs',
  'sunset',
  'rejected',
  'invalid_args',
  'invalid_result',
  'unknown_tool',
]);
const warning = new Set([
  'deprecated',
  'disabled',
  'draft',
  'unbound',
  'unlocked',
  'warn',
  'waiting',
  'expired',
  'timed_out',
  'aborted',
  'unknown',
]);

/** The colour of a word that says how something stands; the same in all tables. */
export function toStatusPaint(word: string, style: Style): Paint | undefined {
  if (good.has(word)) return style.good;
  if (bad.has(word)) return style.bad;
  return warning.has(word) ? style.warning : undefined;
}
