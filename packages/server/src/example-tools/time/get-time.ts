import { defineTool, type Tool } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { openZone, timeZoneName, zonedTime } from './zoned-time.ts';

/** Tells the time. */
export function getTime(clock: Pick<Clock, 'now'>): Tool {
  return defineTool({
    name: 'get_time',
    title: 'Current time',
    description:
      'Tells the current date, time and weekday in a time zone, with the offset from UTC. ' +
      'Use it whenever an answer depends on what day or time it is now.',
    version: '1.0.0',
    tags: ['time'],
    effect: 'read',
    trusted: true,
    annotations: { ...readOnlyHints, idempotentHint: false },
    inputSchema: z.strictObject({
      timeZone: timeZoneName
        .default('UTC')
        .describe('IANA name of the time zone, such as Europe/Zurich, America/New_York or UTC.'),
    }),
    outputSchema: zonedTime,
    handler: ({ timeZone }) => openZone(timeZone).show(clock.now()),
  });
}
