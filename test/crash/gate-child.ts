// A process with gates that does what it is told, line by line, and answers each line with one.
import { createInterface } from 'node:readline';
import { systemClock } from '../../packages/toolcrib/src/runtime/index.ts';
import { callTool, createCrashRuntime } from './crash-runtime.ts';
import type { CrashToolName } from './crash-tools.ts';
import { openStore } from './open-store.ts';

/** What the process is told at its start. */
export interface GateChildOptions {
  readonly location: string;
  readonly effectsFile: string;
  readonly owner: string;
  /** How far its clock is ahead, in milliseconds. */
  readonly aheadMs: number;
}

/** What it can be told then. Calls are answered when their gates are open, their ends are waited for apart. */
export type GateCommand =
  | { readonly do: 'call'; readonly tool: CrashToolName; readonly keys: readonly string[] }
  | { readonly do: 'end' }
  | { readonly do: 'approve' }
  | { readonly do: 'recover' }
  | { readonly do: 'exit' };

// The test writes it.
const { location, effectsFile, owner, aheadMs } = JSON.parse(process.argv[2] ?? '') as GateChildOptions;
const { ledger, close } = await openStore(location);
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const runtime = createCrashRuntime({ ledger, effectsFile, owner, clock });
const calls: ReturnType<typeof callTool>[] = [];

async function obey(command: GateCommand): Promise<unknown> {
  switch (command.do) {
    case 'call':
      return await startCalls(command.tool, command.keys);
    case 'end':
      return (await Promise.all(calls)).map(({ status, problem }) => problem?.code ?? status);
    case 'approve': {
      const gates = await runtime.gates.list();
      const approval = { decision: 'approve', approver: owner } as const;
      return (await Promise.all(gates.map((gate) => runtime.gates.settle(gate, approval)))).map(
        ({ status }) => status,
      );
    }
    case 'recover':
      return await recoverCalls();
    case 'exit':
      return await close();
  }
}

/** Gives how calls that were taken over ended here. Another process may have taken one over since. */
async function recoverCalls(): Promise<readonly string[]> {
  const ends: string[] = [];
  const unsubscribe = runtime.subscribe((event) => {
    if (event.type === 'tool-call-end') ends.push(event.status);
  });
  const { waiting } = await runtime.recover();
  // One that was left to another process may be going on there.
  await Promise.allSettled(waiting.map((id) => runtime.wait(id)));
  unsubscribe();
  return ends;
}

/** Gives the keys when every call is at its gate. */
function startCalls(tool: CrashToolName, keys: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve) => {
    let open = 0;
    runtime.subscribe(({ type }) => {
      if (type === 'gate-open' && ++open === keys.length) resolve(keys);
    });
    calls.push(...keys.map((key) => callTool(runtime, tool, key)));
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  // The test writes it.
  const command = JSON.parse(line) as GateCommand;
  process.stdout.write(`${JSON.stringify((await obey(command)) ?? null)}\n`);
  if (command.do === 'exit') break;
}
