import type { CallEvent, CallListener } from '../runtime/call-event.ts';

/** Keeps the events of calls for a test to look at. */
export interface EventRecorder {
  /** Give this to a runtime. */
  readonly listener: CallListener;
  /** Everything so far, in order; it grows. */
  readonly events: readonly CallEvent[];
  /** The events of one type, in order. */
  ofType<Type extends CallEvent['type']>(type: Type): Extract<CallEvent, { readonly type: Type }>[];
  /** The types of all events, in order. */
  types(): CallEvent['type'][];
}

/** A recorder with no events yet. */
export function createEventRecorder(): EventRecorder {
  const events: CallEvent[] = [];
  return Object.freeze({
    events,
    listener: (event: CallEvent) => {
      events.push(event);
    },
    ofType: <Type extends CallEvent['type']>(type: Type) =>
      events.filter((event): event is Extract<CallEvent, { readonly type: Type }> => event.type === type),
    types: () => events.map((event) => event.type),
  });
}
