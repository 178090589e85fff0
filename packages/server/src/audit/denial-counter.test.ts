import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { AuditDraft } from './audit-entry.ts';
import { DenialCounter } from './denial-counter.ts';

const START = Date.parse('2026-11-16T10:00:00.000Z');

function denialOf(actor: string, more: Partial<AuditDraft> = {}): AuditDraft {
  return {
    tenant: 'acme',
    action: 'request-denied',
    outcome: 'denied',
    actor,
    code: 'E_FORBIDDEN',
    route: 'setPolicy',
    subject: 'wipe',
    requestId: 'one',
    ...more,
  };
}

function createCounter() {
  const clock = createFakeClock(START);
  const written: AuditDraft[] = [];
  return { clock, written, counter: new DenialCounter({ clock, write: (draft) => written.push(draft) }) };
}

describe('denials that repeat', () => {
  it('are written once, and then one entry a minute tells how many there were', async () => {
    const { clock, counter, written } = createCounter();
    expect(counter.isFirst(denialOf('key:a'))).toBe(true);
    for (let index = 0; index < 999; index++) {
      expect(
        counter.isFirst(denialOf('key:a', { subject: `tool-${index}`, route: `route-${index % 2}` })),
      ).toBe(false);
      await clock.advance(10);
    }
    expect(written).toEqual([]);

    await clock.advance(60_000);

    expect(written).toEqual([
      {
        tenant: 'acme',
        action: 'request-denied',
        outcome: 'denied',
        actor: 'key:a',
        code: 'E_FORBIDDEN',
        details: {
          repeated: 999,
          from: '2026-11-16T10:00:00.000Z',
          to: '2026-11-16T10:00:09.980Z',
          routes: ['route-0', 'route-1'],
        },
      },
    ]);
    await clock.advance(120_000);
    expect([clock.pendingTimers, counter.isFirst(denialOf('key:a'))]).toEqual([0, true]);
  });

  it('are counted apart by actor, log and reason', () => {
    const { counter } = createCounter();
    const kinds = [
      denialOf('key:a'),
      denialOf('key:b'),
      denialOf('key:a', { tenant: 'other' }),
      denialOf('key:a', { code: 'E_SELF_APPROVAL' }),
    ];

    expect(kinds.map((draft) => counter.isFirst(draft))).toEqual([true, true, true, true]);
    expect(kinds.map((draft) => counter.isFirst(draft))).toEqual([false, false, false, false]);
  });

  it('go on being counted while they go on, and are told at the end', async () => {
    const { clock, counter, written } = createCounter();
    for (let second = 0; second < 150; second++) {
      counter.isFirst(denialOf('key:a'));
      await clock.advance(1_000);
    }
    counter.close();

    expect(written.map(({ details }) => details?.repeated)).toEqual([59, 60, 30]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('of more kinds than are remembered lose no count', () => {
    const { counter, written } = createCounter();
    for (const _ of [1, 2, 3]) counter.isFirst(denialOf('key:first'));
    for (let index = 0; index < 10_000; index++) counter.isFirst(denialOf(`key:${index}`));

    expect(written.map(({ actor, details }) => [actor, details?.repeated])).toEqual([['key:first', 2]]);
  });
});
