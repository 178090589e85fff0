import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CallEvent } from '../runtime/call-event.ts';
import { createEventRecorder } from './record-events.ts';

const base = {
  invocationId: 'id-000001',
  toolName: 'weather',
  tenant: 'default',
  callerId: 'anna',
  turnId: undefined,
  at: 1,
};

describe('createEventRecorder', () => {
  it('keeps the events in order and finds them by type', () => {
    const recorder = createEventRecorder();
    const events: CallEvent[] = [
      { ...base, type: 'tool-call-start' },
      { ...base, type: 'tool-call-progress', progress: { done: 1 } },
      { ...base, type: 'tool-call-progress', progress: { done: 2 } },
      { ...base, type: 'tool-call-abandoned', settled: 'threw' },
    ];
    const { listener } = recorder;

    for (const event of events) listener(event);

    expect(recorder.events).toEqual(events);
    expect(recorder.types()).toEqual([
      'tool-call-start',
      'tool-call-progress',
      'tool-call-progress',
      'tool-call-abandoned',
    ]);
    const progress = recorder.ofType('tool-call-progress');
    expect(progress.map((event) => event.progress.done)).toEqual([1, 2]);
    expect(recorder.ofType('gate-open')).toEqual([]);
    expectTypeOf(progress).items.toHaveProperty('progress');
  });
});
