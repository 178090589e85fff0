import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { defineTool } from 'toolcrib';
import { z } from 'zod';

/** Tools of a service whose process, database or clients die. What took effect is a line of the file of `FAULT_EFFECTS`. */
const effectsFile = process.env.FAULT_EFFECTS ?? '';

const note = z.strictObject({ key: z.string(), holdMs: z.int().min(0).default(0) });

/** Written before the answer, so that a process can die between the two. */
async function writeDown({ key, holdMs }: z.output<typeof note>) {
  appendFileSync(effectsFile, `${key}\n`);
  await pause(holdMs);
  return { written: key };
}

export const noteDown = defineTool({
  name: 'note_down',
  description: 'Writes a line down.',
  effect: 'write',
  inputSchema: note,
  outputSchema: z.strictObject({ written: z.string() }),
  handler: writeDown,
});

export const carve = defineTool({
  name: 'carve',
  description: 'Writes a line down for good; somebody has to agree.',
  effect: 'destructive',
  inputSchema: note,
  outputSchema: z.strictObject({ written: z.string() }),
  handler: writeDown,
});

export const look = defineTool({
  name: 'look',
  description: 'Changes nothing.',
  effect: 'read',
  inputSchema: z.strictObject({}),
  handler: () => 'seen',
});

export const hold = defineTool({
  name: 'hold',
  description: 'Waits until nobody wants it any more.',
  effect: 'read',
  inputSchema: z.strictObject({ ms: z.int().min(0) }),
  handler: async ({ ms }, { signal }) => {
    await pause(ms, undefined, { signal });
    return 'held';
  },
});

export const chatter = defineTool({
  name: 'chatter',
  description: 'Tells more about how far it is than anybody reads.',
  effect: 'read',
  // As long as a busy machine needs.
  timeoutMs: 240_000,
  inputSchema: z.strictObject({ times: z.int().min(0), length: z.int().min(0) }),
  handler: async ({ times, length }, { reportProgress }) => {
    const message = 'x'.repeat(length);
    for (let done = 0; done < times; done++) {
      reportProgress({ message, done });
      // Others have their turn in between.
      if (done % 50 === 0) await pause(1);
    }
    return 'told';
  },
});
