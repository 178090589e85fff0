import { createToolRegistry } from '../packages/toolcrib/src/core/sealed-tool-registry.ts';
import { Tool } from '../packages/toolcrib/src/core/tool.ts';
import type { ToolOptions } from '../packages/toolcrib/src/core/tool-options.ts';
import { createRuntime, type Runtime } from '../packages/toolcrib/src/runtime/runtime.ts';
import type { RuntimeOptions } from '../packages/toolcrib/src/runtime/runtime-options.ts';
import { createFakeClock, type FakeClock } from '../packages/toolcrib/src/testing/fake-clock.ts';
import { createFakeIds } from '../packages/toolcrib/src/testing/fake-ids.ts';
import { createEventRecorder, type EventRecorder } from '../packages/toolcrib/src/testing/record-events.ts';

/** A runtime with everything that a test wants to look at. */
export interface StartedRuntime {
  readonly runtime: Runtime;
  readonly clock: FakeClock;
  readonly events: EventRecorder;
  /** What no call could answer for. */
  readonly faults: readonly unknown[];
}

/** A runtime of some tools, on a clock that stands still, with ids that count. */
export function startRuntime(
  tools: readonly Tool[],
  options: Partial<RuntimeOptions> & { readonly clock?: FakeClock } = {},
): StartedRuntime {
  const clock = options.clock ?? createFakeClock();
  const events = createEventRecorder();
  const faults: unknown[] = [];
  const runtime = createRuntime({
    resolver: createToolRegistry(tools),
    randomId: createFakeIds(),
    onFault: (error, record) => {
      if (record === undefined) faults.push(error);
    },
    ...options,
    clock,
  });
  runtime.subscribe(events.listener);
  return { runtime, clock, events, faults };
}

/** A tool without arguments that does what a test wants. */
export function tool(
  name: string,
  handler: ToolOptions['handler'],
  options: Partial<ToolOptions> = {},
): Tool {
  return new Tool({
    name,
    description: '',
    inputSchema: { type: 'object', properties: {} },
    handler,
    ...options,
  });
}

/** A promise that a test settles itself. */
export function deferred<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
