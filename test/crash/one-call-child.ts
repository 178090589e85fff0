// Makes one call, and kills itself when the call comes to the boundary that it is told.
import type { Boundary } from './boundary.ts';
import { approveGates, callTool, createCrashRuntime } from './crash-runtime.ts';
import type { CrashToolName } from './crash-tools.ts';
import { openStore } from './open-store.ts';

/** What the process is told. */
export interface OneCallOptions {
  readonly location: string;
  readonly effectsFile: string;
  readonly tool: CrashToolName;
  readonly boundary: Boundary;
}

// The test writes it.
const { location, effectsFile, tool, boundary } = JSON.parse(process.argv[2] ?? '') as OneCallOptions;
const { ledger, close } = await openStore(location);
const runtime = createCrashRuntime({
  ledger,
  effectsFile,
  onBoundary: (reached) => {
    if (reached === boundary) process.kill(process.pid, 'SIGKILL');
  },
});
approveGates(runtime);
await callTool(runtime, tool, 'key-1');
await close();
