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
  note(parts, call, { at, settled }).catch((error: unknown) => parts.onFault(error));
}

/** Only what this process has ended is noted: a change to any other entry would stop the process that goes on with it. */
async function note(
  parts: RuntimeParts,
  call: Call,
  abandoned: { readonly at: number; readonly settled: 'returned' | 'threw' },
): Promise<void> {
  const { live, ledger, owner } = parts;
  const { invocationId } = call;
  // The record of the call may have to be written first.
  await live.get(invocationId);
  if (call.isLeft) return;
  for (;;) {
    const entry = await ledger.get(invocationId);
    if (entry === undefined || entry.owner !== owner) return;
    if (await ledger.replace(nextEntry(entry, { abandoned }))) return;
  }
}
