import { ToolcribError } from 'toolcrib';
import { readDuration } from '../serve/read-duration.ts';

/** A date such as `2030-01-31`, or ISO 8601 with a time; not a number for other texts. */
function readDate(text: string): number {
  return /^\d{4}-\d{2}-\d{2}(?:T\S{1,20})?$/.test(text) ? Date.parse(text) : Number.NaN;
}

/**
 * A time before now (`30m`, `12h`, `90d`, `4w`) or a date (`2026-01-31`, or ISO 8601 with a time), as ISO 8601 in UTC.
 *
 * @throws ToolcribError `E_INVALID_OPTION`.
 */
export function readPastTime(option: string, text: string, now: number): string {
  const duration = readDuration(text);
  const time = duration === undefined ? readDate(text) : now - duration;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  const message = `The option ${option} takes a time such as 30m, 12h, 7d or 2026-01-31T08:00:00Z, not ${JSON.stringify(text)}.`;
  throw new ToolcribError('E_INVALID_OPTION', message, { context: { option } });
}

/**
 * A time from now (`30m`, `12h`, `90d`, `4w`) or a date (`2030-01-31`, or ISO 8601 with a time), as ISO 8601 in UTC.
 *
 * @throws ToolcribError `E_INVALID_OPTION`.
 */
export function readExpiry(text: string, now: number): string {
  const duration = readDuration(text);
  if (duration !== undefined) return new Date(now + duration).toISOString();
  const time = readDate(text);
  if (Number.isNaN(time)) {
    throw new ToolcribError(
      'E_INVALID_OPTION',
      `Say when it expires as 12h, 30d or 2030-01-31, not ${JSON.stringify(text)}.`,
    );
  }
  if (time <= now) throw new ToolcribError('E_INVALID_OPTION', `A key cannot expire in the past: ${text}.`);
  return new Date(time).toISOString();
}
