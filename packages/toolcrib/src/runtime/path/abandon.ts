import type { Call } from '../call.ts';
import { eventOf } from '../event-of.ts';
import { nextEntry } from '../ledger/entries.ts';
import type { RuntimeParts } from '../parts.ts';

/** Notes that a handler came to its end after its call had ended. What it gave goes nowhere. */
export function abandon(parts: RuntimeParts, call: Call, settled: 'returned' | 'threw'): void {
  const at = parts.clock.now();
  const { events } = parts;
  if (events.hasListeners) {
    events.emit({ type: 'tool-call-abandoned', ...eventOf(call, at), settled });
  }
  if (call.entry === undefined) return;
  note(parts, call.invocationId, { at, settled }).catch((error: unknown) => parts.onFault(error));
}

async function note(
  parts: RuntimeParts,
  invocationId: string,
  abandoned: { readonly at: number; readonly settled: 'returned' | 'threw' },
): Promise<void> {
  // The record of the call may have to be written first.
  await parts.live.get(invocationId);
  for (;;) {
    const entry = await parts.ledger.get(invocationId);
    if (entry === undefined || (await parts.ledger.replace(nextEntry(entry, { abandoned })))) return;
  }
}
