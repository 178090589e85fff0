import { ProtocolErrorCode } from '@modelcontextprotocol/server';

/**
 * Of a message, or of all messages of a batch, beside the arguments of calls. The SDK goes through each value up to six
 * times, and reports all that are wrong.
 */
const MAX_MESSAGE_VALUES = 2_000;

const problem = `Invalid params: a message may have at most ${MAX_MESSAGE_VALUES} values beside the arguments of a call.`;

/** A JSON-RPC error for a message that is not read any further. */
export interface MessageRefusal {
  readonly jsonrpc: '2.0';
  /** Null for what is not one request. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The answer to a message, or a batch, that the SDK would take long to read; undefined if it may read it. */
export function refuseOversizedMessage(body: unknown): MessageRefusal | undefined {
  const messages = Array.isArray(body) ? body : [body];
  let left = MAX_MESSAGE_VALUES;
  for (const message of messages) left = takeMessage(message, left);
  if (left >= 0) return undefined;
  return {
    jsonrpc: '2.0',
    id: idOf(body),
    error: { code: ProtocolErrorCode.InvalidParams, message: problem },
  };
}

function takeMessage(message: unknown, left: number): number {
  if (!isFields(message) || message.method !== 'tools/call' || !isFields(message.params)) {
    return takeValues(message, left);
  }
  const { params, ...rest } = message;
  const { arguments: _, ...others } = params;
  return takeValues(others, takeValues(rest, left));
}

/** What is left of a number once the values have been counted; below zero as soon as there are more, which ends the count. */
function takeValues(value: unknown, available: number): number {
  let left = available - 1;
  if (typeof value !== 'object' || value === null || left < 0) return left;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const item of items) {
    left = takeValues(item, left);
    if (left < 0) return left;
  }
  return left;
}

function idOf(body: unknown): string | number | null {
  const { id, method } = isFields(body) ? body : {};
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId && typeof method === 'string' ? id : null;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
