import type { CallRequest } from '../../packages/toolcrib/src/runtime/call-request.ts';
import { callers, type PlannedCall } from './chaos-plan.ts';
import { hostileProxy, oddNames } from './chaos-values.ts';

/** The request of a planned call, as a model or a host with a bad day would make it. */
export function toRequest(
  planned: PlannedCall,
  { label, signal }: { readonly label: string; readonly signal: AbortSignal | undefined },
): CallRequest {
  const { tool, timeoutMs, key, caller } = planned;
  return {
    // A model may send anything for a name.
    tool: (typeof tool === 'number' ? oddNames[tool] : tool) as string,
    args: toArguments(planned),
    caller: callers[caller],
    signal,
    timeoutMs,
    idempotencyKey: key,
    providerCallId: label,
  };
}

function toArguments({ args, n, position }: PlannedCall): unknown {
  const text = JSON.stringify({ n });
  switch (args) {
    case 'object':
      return { n };
    case 'text':
      return text;
    case 'spaced text':
      return `\n { "n" : ${n} } `;
    case 'changed text':
      return (
        text.slice(0, position % text.length) +
        '\u0000}{"e1'[position % 7] +
        text.slice((position % text.length) + 1)
      );
    case 'cut text':
      return text.slice(0, position % text.length);
    case 'empty text':
      return '';
    case 'duplicate key':
      return `{"n":${n},"n":${n + 1}}`;
    case 'array text':
      return `[${n}]`;
    case 'null text':
      return 'null';
    case 'undefined':
      return undefined;
    case 'number':
      return n;
    case 'wrong type':
      return { n: String(n) };
    case 'extra key':
      return { n, m: n };
    case 'throwing getter':
      return {
        get n() {
          throw new Error('getter');
        },
      };
    case 'hostile proxy':
      return hostileProxy();
    case 'circular': {
      const circle: Record<string, unknown> = { n };
      circle.self = circle;
      return circle;
    }
    case '__proto__ key':
      return JSON.parse(`{"n":${n},"__proto__":{}}`);
  }
}
