import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { formatDate, parseDate } from './local-time.ts';

const DAY_MS = 86_400_000;
const units = ['days', 'business_days', 'weeks', 'months', 'years'] as const;
type DateUnit = (typeof units)[number];

/** Adds to dates, and tells how far apart they are. */
export const calculateDate = defineTool({
  name: 'calculate_date',
  title: 'Calculate with dates',
  description:
    'Counts days, business days, weeks, months or years from a date on, or tells how far two dates are apart. ' +
    'Business days are Monday to Friday; public holidays are not known. Give either "amount" and "unit", or "until".',
  version: '1.0.0',
  tags: ['time', 'calculation'],
  effect: 'read',
  trusted: true,
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    date: z.string().max(10).describe('The date to start from, as YYYY-MM-DD.'),
    amount: z
      .int()
      .min(-100_000)
      .max(100_000)
      .optional()
      .describe('How many units to add; negative to go back.'),
    unit: z.enum(units).default('days').describe('What "amount" counts.'),
    until: z.string().max(10).optional().describe('Another date, to tell the difference, as YYYY-MM-DD.'),
  }),
  outputSchema: z.strictObject({
    date: z.string(),
    weekday: z.string(),
    days: z.int(),
    businessDays: z.int(),
  }),
  handler: ({ date, amount, unit, until }) => {
    const start = parseDate(date);
    if ((amount === undefined) === (until === undefined)) {
      throw new ToolError('Give either "amount" or "until".', { changedNothing: true });
    }
    const end = until === undefined ? add(start, amount ?? 0, unit) : parseDate(until);
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(end);
    const days = (end - start) / DAY_MS;
    return { date: formatDate(end), weekday, days, businessDays: businessDaysBetween(start, end) };
  },
});

function add(start: number, amount: number, unit: DateUnit): number {
  const end = addUnits(start, amount, unit);
  // Refuses what lies outside of the years that are known, before it is formatted.
  if (!(end >= Date.UTC(1900, 0, 1) && end < Date.UTC(9999, 0, 1))) {
    throw new ToolError('The result lies outside of the years 1900 to 9998.', { changedNothing: true });
  }
  return end;
}

function addUnits(start: number, amount: number, unit: DateUnit): number {
  switch (unit) {
    case 'days':
      return start + amount * DAY_MS;
    case 'weeks':
      return start + amount * 7 * DAY_MS;
    case 'months':
      return addMonths(start, amount);
    case 'years':
      return addMonths(start, amount * 12);
    case 'business_days':
      return addBusinessDays(start, amount);
    default:
      return unit satisfies never;
  }
}

/** The last day of the month, if it is shorter: 31 January and a month is 28 or 29 February. */
function addMonths(start: number, amount: number): number {
  const date = new Date(start);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + amount];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}

function addBusinessDays(start: number, amount: number): number {
  const step = Math.sign(amount) * DAY_MS;
  const weeks = Math.trunc(amount / 5);
  let day = start + weeks * 7 * DAY_MS;
  // A start on a weekend counts as the working day next to it, against the direction.
  while (amount !== 0 && isWeekend(day)) day -= step;
  for (let left = Math.abs(amount % 5); left > 0; left--) {
    do day += step;
    while (isWeekend(day));
  }
  return day;
}

/** Those after the first day, up to the last one; negative if it is earlier. */
function businessDaysBetween(start: number, end: number): number {
  if (end < start) return -businessDaysBetween(end - DAY_MS, start - DAY_MS);
  const days = (end - start) / DAY_MS;
  const weeks = Math.floor(days / 7);
  let count = weeks * 5;
  for (let day = start + weeks * 7 * DAY_MS + DAY_MS; day <= end; day += DAY_MS) {
    if (!isWeekend(day)) count++;
  }
  return count;
}

function isWeekend(epochMs: number): boolean {
  const weekday = new Date(epochMs).getUTCDay();
  return weekday === 0 || weekday === 6;
}
