import { ToolcribError } from 'toolcrib';

const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * A time from now (`30m`, `12h`, `90d`, `4w`) or a date (`2030-01-31`, or ISO 8601 with a time), as ISO 8601 in UTC.
 *
 * @throws ToolcribError `E_INVALID_OPTION`.
 */
export function readExpiry(text: string, now: number): string {
  const [, amount, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) {
    return new Date(now + Number(amount) * units[unit as keyof typeof units]).toISOString();
  }
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
