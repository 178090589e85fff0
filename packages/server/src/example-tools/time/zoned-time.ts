import { ToolError } from 'toolcrib';
import { z } from 'zod';

/** The IANA name of a time zone, as a parameter of a tool. */
export const timeZoneName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/);

/** A moment as clocks in a time zone show it. */
export type ZonedTime = {
  readonly timeZone: string;
  /** Date and time without an offset. */
  readonly local: string;
  /** From UTC, such as `+05:30`. */
  readonly offset: string;
  readonly weekday: string;
  readonly utc: string;
};

export const zonedTime = z.strictObject({
  timeZone: z.string(),
  local: z.string(),
  offset: z.string(),
  weekday: z.string(),
  utc: z.string(),
});

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Tells what clocks in one time zone show. */
export interface ZoneClock {
  readonly timeZone: string;
  /** In milliseconds, positive to the east. */
  offsetAt(epochMs: number): number;
  show(epochMs: number): ZonedTime;
}

/** @throws ToolError if there is no such zone. */
export function openZone(name: string): ZoneClock {
  const format = createFormat(name);
  const { timeZone } = format.resolvedOptions();
  const offsetAt = (epochMs: number) => wallTimeOf(format, epochMs) - floorToSecond(epochMs);
  return {
    timeZone,
    offsetAt,
    show(epochMs) {
      const offset = offsetAt(epochMs);
      const wall = new Date(epochMs + offset);
      return {
        timeZone,
        local: wall.toISOString().slice(0, 19),
        offset: formatOffset(offset),
        weekday: weekdays[wall.getUTCDay()] ?? '',
        utc: new Date(epochMs).toISOString(),
      };
    },
  };
}

/**
 * The moments at which clocks of a zone show a time, given as if it were UTC: one, none when clocks are put forward over it, or two
 * when they are put back.
 */
export function findMoments(zone: ZoneClock, wallMs: number): readonly number[] {
  // An offset that is in force at the moment is in force within a day of it, on one side at least.
  const offsets = new Set([zone.offsetAt(wallMs - DAY_MS), zone.offsetAt(wallMs + DAY_MS)]);
  return [...offsets]
    .map((offset) => ({ moment: wallMs - offset, offset }))
    .filter(({ moment, offset }) => zone.offsetAt(moment) === offset)
    .map(({ moment }) => moment)
    .sort((left, right) => left - right);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

function createFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch (cause) {
    const message = 'There is no time zone of this name. Use an IANA name, such as Europe/Zurich or UTC.';
    throw new ToolError(message, { cause, changedNothing: true });
  }
}

/** What the clocks show, as if that were UTC. */
function wallTimeOf(format: Intl.DateTimeFormat, epochMs: number): number {
  const parts = new Map(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

function floorToSecond(epochMs: number): number {
  return Math.floor(epochMs / 1_000) * 1_000;
}

/** Offsets of long ago have seconds. */
function formatOffset(offsetMs: number): string {
  const sign = offsetMs < 0 ? '-' : '+';
  const absolute = Math.abs(offsetMs);
  const hours = Math.floor(absolute / (60 * MINUTE_MS));
  const minutes = Math.floor(absolute / MINUTE_MS) % 60;
  const seconds = Math.floor(absolute / 1_000) % 60;
  return `${sign}${pad(hours)}:${pad(minutes)}${seconds === 0 ? '' : `:${pad(seconds)}`}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
