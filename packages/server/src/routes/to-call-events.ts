import type { CallEvent } from 'toolcrib/runtime';
import { toMicroseconds, toTime } from '../calls/call-view.ts';
import type { StreamEvent } from '../http/event-stream.ts';

/** Events of a call as they go over the wire. */
export async function* toCallEvents(events: AsyncIterable<CallEvent>): AsyncGenerator<StreamEvent> {
  for await (const event of events) yield { event: event.type, data: toWireEvent(event) };
}

function toWireEvent(event: CallEvent): unknown {
  const { type: _, origin: __, ...facts } = event;
  return { ...facts, ...timesOf(event), at: toTime(event.at) };
}

function timesOf(event: CallEvent) {
  if (event.type === 'gate-open') return { expiresAt: toTime(event.expiresAt) };
  if (event.type !== 'tool-call-end') return {};
  return { waitedMs: toMicroseconds(event.waitedMs), ranMs: toMicroseconds(event.ranMs) };
}
