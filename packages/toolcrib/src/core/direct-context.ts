import { ToolcribError } from './errors.ts';
import type { ToolContext } from './tool-context.ts';

/** What a handler outside of a call path finds in its context: there is nobody to wait for. */
export const directContext = {
  invocationId: 'direct',
  caller: Object.freeze({ id: 'direct' }),
  waitFor: () =>
    Promise.reject(
      new ToolcribError('E_GATE_UNAVAILABLE', 'There is no gate to wait for outside of a call.'),
    ),
  turnId: undefined,
  reportProgress: () => undefined,
  reportUsage: () => undefined,
} satisfies Omit<ToolContext, 'signal'>;
