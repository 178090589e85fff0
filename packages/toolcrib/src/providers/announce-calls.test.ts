import { describe, expect, it, vi } from 'vitest';
import type { ModelEvent } from '../runtime/model/model-executor.ts';
import { announceCalls } from './announce-calls.ts';
import { createToolCodec } from './plan/tool-codec.ts';
import { assignWireNames } from './plan/wire-names.ts';
import { toModelCalls } from './to-model-calls.ts';

const { names } = assignWireNames(['a.b'], 'openai');
const codec = createToolCodec(names, new Map());

describe('announceCalls', () => {
  it('tells of calls under the names and ids that they have in the step', () => {
    const wire = ['x', undefined, 'x', 'y', ''].map((id) => ({
      id,
      name: names.toWireName('a.b'),
      args: '{}',
    }));
    const events: ModelEvent[] = [];

    const announce = announceCalls({ codec, onEvent: (event) => events.push(event) });
    for (const call of wire) announce(call);

    expect(events).toEqual(
      toModelCalls(wire, codec).map(({ providerCallId, tool }) => ({
        type: 'call-start',
        providerCallId,
        tool,
      })),
    );
  });

  it('does work in proportion to the calls, also where none has an id of its own', () => {
    const announce = announceCalls({ codec, onEvent: undefined });
    const looked = vi.spyOn(Set.prototype, 'has');
    for (let at = 0; at < 500; at++) announce({ id: at % 2 === 0 ? 'same' : '', name: 'a' });
    const count = looked.mock.calls.length;
    looked.mockRestore();

    expect(count).toBeLessThan(2_000);
  });
});
