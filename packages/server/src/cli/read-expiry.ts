import { ToolcribError } from 'toolcrib';
import { readDuration } from '../serve/read-duration.ts';

/**
 * A time from now (`30m`, `12h`, `90d`, `4w`) or a date (`2030-01-31`, or ISO 8601 with a time), as ISO 8601 in UTC.
 *
 * @throws ToolcribError `E_INVALID_OPTION`.
 */
export function readExpiry(text: string, now: number): string {
  const durationMs = readDuration(text);
  if (durationMs !== undefined) return new Date(now + durationMs).toISOString();
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T\S{1,20})?$/.test(text);
  const time = isDate ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new ToolcribError(
      'E_INVALID_OPTION',
      `Say when it expires as 12h, 30d or 2030-01-31, not ${JSON.stringify(text)}.`,
    );
  }
  if (time <= now) throw new ToolcribError('E_INVALID_OPTION', `A key cannot expire in the past: ${text}.`);
  return new Date(time).toISOString();
}
