import { ToolError } from 'toolcrib';

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * A calendar day, as midnight in UTC. Years are 1900 to 9998, so that neighbours and time zones are known too.
 *
 * @throws ToolError for what is no such day.
 */
export function parseDate(text: string): number {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  const epochMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // Date.UTC makes 3 March of 31 February.
  if (year === undefined || Number.isNaN(epochMs) || formatDate(epochMs) !== text) {
    throw new ToolError('This is no date of the calendar. Write it as YYYY-MM-DD.', { changedNothing: true });
  }
  if (Number(year) < 1900 || Number(year) > 9998) {
    throw new ToolError('Only the years 1900 to 9998 are known.', { changedNothing: true });
  }
  return epochMs;
}

/** @throws ToolError for what is no local date and time, as if it were in UTC. */
export function parseLocalTime(text: string): number {
  const [, date = '', hour, minute, second = '0'] = timeForm.exec(text) ?? [];
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (!(hours < 24 && minutes < 60 && seconds < 60)) {
    throw new ToolError('This is no local time. Write it as YYYY-MM-DDTHH:MM, without an offset.', {
      changedNothing: true,
    });
  }
  return parseDate(date) + ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

/** As `YYYY-MM-DD`. */
export function formatDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
