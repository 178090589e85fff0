import { defineTool, ToolError } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { parseLocalTime } from './local-time.ts';
import { findMoments, openZone, timeZoneName, zonedTime } from './zoned-time.ts';

/** Converts a time of one zone into others. */
export const convertTime = defineTool({
  name: 'convert_time',
  title: 'Convert between time zones',
  description:
    'Converts a local date and time of one time zone into one or more others, with daylight saving time taken into ' +
    'account for that date. Use it to plan meetings or to compare times of different places.',
  version: '1.0.0',
  tags: ['time'],
  effect: 'read',
  trusted: true,
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    local: z
      .string()
      .max(32)
      .describe('Date and time as clocks show it in the first zone, as YYYY-MM-DDTHH:MM, without an offset.'),
    from: timeZoneName.describe('IANA name of the zone that the time is in, such as Europe/Zurich.'),
    to: z
      .array(timeZoneName)
      .min(1)
      .max(20)
      .describe('IANA names of the zones to convert into, such as ["Asia/Tokyo"].'),
  }),
  outputSchema: z.strictObject({
    from: zonedTime,
    to: z.array(zonedTime),
    note: z.string().optional(),
  }),
  handler: ({ local, from, to }) => {
    const zone = openZone(from);
    const wallMs = parseLocalTime(local);
    const [first, second] = findMoments(zone, wallMs);
    if (first === undefined) {
      const message =
        'Clocks are put forward over this time in the first zone, so it does not exist on that day.';
      throw new ToolError(message, { changedNothing: true });
    }
    return {
      from: zone.show(first),
      to: to.map((name) => openZone(name).show(first)),
      ...(second !== undefined && {
        note: `Clocks are put back that day and show this time twice. This is the first; the second is ${new Date(second).toISOString()}.`,
      }),
    };
  },
});
