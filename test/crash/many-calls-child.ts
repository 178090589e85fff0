// Makes many calls at once, and kills itself after some boundaries, or tells of each so that it can be killed.
import { writeSync } from 'node:fs';
import type { Boundary } from './boundary.ts';
import { createCrashRuntime } from './crash-runtime.ts';
import { openStore } from './open-store.ts';
import { type LoopFiles, workThrough } from './work-through.ts';

/** What the process is told. */
export interface ManyCallsOptions {
  readonly location: string;
  readonly files: LoopFiles;
  /** After how many boundaries it kills itself; null if somebody else does, who reads a dot for each. */
  readonly dieAfter: number | null;
}

// The test writes it.
const { location, files, dieAfter } = JSON.parse(process.argv[2] ?? '') as ManyCallsOptions;
let count = 0;

function onBoundary(boundary: Boundary): void {
  // Recovery looks at every call that is unknown, and there are more with every crash.
  if (boundary === 'before-resolve' || boundary === 'after-resolve') return;
  count++;
  if (dieAfter === null) writeSync(1, '.');
  else if (count >= dieAfter) process.kill(process.pid, 'SIGKILL');
}

const { ledger, close } = await openStore(location);
await workThrough(createCrashRuntime({ ledger, effectsFile: files.effectsFile, onBoundary }), files);
await close();
