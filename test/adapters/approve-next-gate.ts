import type { Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import { deferred } from '../runtime.ts';

/** Approves the next gate that opens, and says which tool asked. Call it before the gate can open. */
export async function approveNextGate(runtime: Runtime, approver: string): Promise<string> {
  const opened = deferred<void>();
  const stop = runtime.subscribe(({ type }) => {
    if (type === 'gate-open') opened.resolve();
  });
  await opened.promise;
  stop();
  const [gate] = await runtime.gates.list();
  if (gate === undefined) throw new Error('There is no gate.');
  const { status } = await runtime.gates.settle(gate, { decision: 'approve', approver });
  if (status !== 'accepted') throw new Error(`The approval was ${status}.`);
  return gate.toolName;
}
