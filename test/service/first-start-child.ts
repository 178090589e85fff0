// Starts a service for the first time, and kills itself at a moment after it began to make keys.
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { processIo } from '../../packages/server/src/serve/process-io.ts';
import { serve } from '../../packages/server/src/serve/serve.ts';

/** What the process is told. */
export interface FirstStartOptions {
  readonly dataFolder: string;
  /** The number of the moment, from 1 on. Beyond the last one it says how many there were, and ends. */
  readonly dieAt: number;
}

// The test writes it.
const { dataFolder, dieAt } = JSON.parse(process.argv[2] ?? '') as FirstStartOptions;
let moments = 0;
let isMakingKeys = false;

/** There is a moment before whatever the disk or a reader keeps of it, and one at the end. */
function comeTo(): void {
  if (!isMakingKeys) return;
  moments += 1;
  if (moments === dieAt) process.kill(process.pid, 'SIGKILL');
}

function watch(prototype: object, name: string): void {
  const original: (...args: unknown[]) => unknown = Reflect.get(prototype, name);
  Reflect.set(prototype, name, function watched(this: unknown, ...args: unknown[]) {
    if (args.includes('first-keys-made-by')) isMakingKeys = true;
    // Nothing is lost between two reads, and reads also go on behind a start.
    if (!/^\s*(?:select|pragma)/i.test(String(Reflect.get(Object(this), 'sourceSQL')))) comeTo();
    return original.apply(this, args);
  });
}

for (const name of ['run', 'all', 'get']) watch(StatementSync.prototype, name);
watch(DatabaseSync.prototype, 'exec');

const io = processIo();
const write = (text: string) => {
  comeTo();
  io.stdout.write(text);
  comeTo();
};
const stdout = { write, isTTY: false, columns: undefined };
const server = await serve({ port: 0, dataFolder, withExamples: false }, { ...io, stdout });
isMakingKeys = false;
await server.close();
process.stdout.write(`moments: ${moments}\n`);
