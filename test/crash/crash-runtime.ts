import { createToolRegistry } from '../../packages/toolcrib/src/index.ts';
import {
  allow,
  ask,
  type CallRecord,
  createRuntime,
  type Ledger,
  memoryArtifactStore,
  type Runtime,
  type RuntimeOptions,
} from '../../packages/toolcrib/src/runtime/index.ts';
import type { OnBoundary } from './boundary.ts';
import { type CrashToolName, createCrashTools } from './crash-tools.ts';
import { watchedLedger } from './watched-ledger.ts';

/** What makes a process that may die. */
export interface CrashRuntimeOptions extends Pick<RuntimeOptions, 'clock' | 'onFault'> {
  readonly ledger: Ledger;
  readonly effectsFile: string;
  /** @default 'main' */
  readonly owner?: string;
  readonly onBoundary?: OnBoundary;
}

/** A runtime whose every seam tells when a call comes to it. The tool `gated` needs an approval. */
export function createCrashRuntime(options: CrashRuntimeOptions): Runtime {
  const { ledger, effectsFile, owner = 'main', onBoundary = () => undefined, clock, onFault } = options;
  const registry = createToolRegistry(createCrashTools({ effectsFile, onBoundary }));
  const artifacts = memoryArtifactStore();
  const runtime = createRuntime({
    owner,
    clock,
    onFault,
    ledger: watchedLedger(ledger, onBoundary),
    resolver: {
      resolve: (name) => {
        onBoundary('before-resolve');
        const tool = registry.resolve(name);
        onBoundary('after-resolve');
        return tool;
      },
      list: () => registry.list(),
    },
    policy: ({ tool, args }) => {
      onBoundary(args === undefined ? 'policy' : 'policy-with-arguments');
      return tool.name === 'gated' ? ask('it writes') : allow();
    },
    artifacts: {
      put: async (bytes, about) => {
        onBoundary('before-put');
        const artifact = await artifacts.put(bytes, about);
        onBoundary('after-put');
        return artifact;
      },
      get: (id) => artifacts.get(id),
    },
  });
  runtime.subscribe(({ type }) => {
    if (type === 'gate-open' || type === 'gate-settled') onBoundary(type);
    if (type === 'tool-call-end') onBoundary('end-event');
  });
  return runtime;
}

/** The call of a tool with a key, which is the idempotency key and the line that it writes. */
export function callTool(runtime: Runtime, tool: CrashToolName, key: string): Promise<CallRecord> {
  return runtime.call({ tool, args: { key }, idempotencyKey: key, caller: { id: 'agent' } });
}

/** Approves every gate that is open now; answers how many there were. */
export async function approveOpenGates(runtime: Runtime): Promise<number> {
  const gates = await runtime.gates.list();
  for (const gate of gates) await runtime.gates.settle(gate, { decision: 'approve', approver: 'ada' });
  return gates.length;
}

/** Approves every gate as soon as it opens. */
export function approveGates(runtime: Runtime): void {
  runtime.subscribe(({ type }) => {
    if (type === 'gate-open') queueMicrotask(() => void approveOpenGates(runtime));
  });
}
