import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type MessageRefusal, refuseOversizedMessage } from './message-size.ts';

/** The answer to a message, or a batch, that the SDK would not read as it is; undefined if it may read it. */
export function refuseMessage(body: unknown): MessageRefusal | undefined {
  return refuseOversizedMessage(body) ?? refuseInputResponses(body);
}

/** The SDK takes `inputResponses` of any type for an object without entries, and hands on no other. */
function refuseInputResponses(body: unknown): MessageRefusal | undefined {
  const { id, method, params } = toFields(body);
  if (method !== 'tasks/update' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const { inputResponses } = toFields(params);
  const isObject =
    typeof inputResponses === 'object' && inputResponses !== null && !Array.isArray(inputResponses);
  // That it is missing is told once the capabilities of the client were looked at.
  if (inputResponses === undefined || isObject) return undefined;
  const message = 'Invalid params: inputResponses must be an object.';
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}
