import { setTimeout as pause } from 'node:timers/promises';
import { defineTool } from 'toolcrib';
import type { ArtifactStore } from 'toolcrib/runtime';
import { z } from 'zod';
import { readingsOf } from '../readings.ts';

const DAYS = 31;

/** Where the export goes, and how fast the archive gives it out. */
export interface ExportOptions {
  readonly artifacts: ArtifactStore;
  /** For each day, in milliseconds. */
  readonly paceMs: number;
}

/** A month of readings: far more than a model can be sent, so it goes where the model can ask it. */
export function exportReadings({ artifacts, paceMs }: ExportOptions) {
  return defineTool({
    name: 'export_readings',
    description: 'Exports all readings of the turbines in March 2031 as JSON lines. It is several megabytes.',
    effect: 'read',
    timeoutMs: 60_000,
    inputSchema: z.strictObject({ month: z.literal('2031-03') }),
    handler: async (_, ctx) => {
      const days: string[] = [];
      for (let day = 1; day <= DAYS; day++) {
        // Gives everything else its chance to run, and ends here if nobody wants the export any more.
        await pause(paceMs, undefined, { signal: ctx.signal });
        days.push(readingsOf(day));
        ctx.reportProgress({ message: 'days', done: day, total: DAYS });
      }
      const bytes = new TextEncoder().encode(days.join(''));
      ctx.reportProgress({ message: `${DAYS} days, ${bytes.length.toLocaleString('en-US')} bytes` });
      return artifacts.put(bytes, { id: ctx.invocationId, mimeType: 'application/jsonl' });
    },
  });
}
