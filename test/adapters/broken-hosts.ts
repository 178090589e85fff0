import type { Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import { startRuntime, tool } from '../runtime.ts';

/** What a model must never read. */
export const SECRET = 'hunter2';

const query = tool('query', () => 'Rows.', { effect: 'write' });

function fail(): never {
  throw new Error(`connect postgres://app:${SECRET}@db-7.internal:5432/app`);
}

/** Finds the tool while tools are offered, and not when it is called. */
function startWithResolver(): Runtime {
  let count = 0;
  const resolver = { resolve: () => (count++ === 0 ? query : fail()), list: () => [query] };
  return startRuntime([], { resolver: resolver as never }).runtime;
}

/** Runtimes with a tool `query`, whose host has code in it that throws. */
export const brokenHosts: readonly (readonly [string, () => Runtime])[] = [
  ['resolver', startWithResolver],
  ['redactor', () => startRuntime([query], { redact: fail }).runtime],
];
