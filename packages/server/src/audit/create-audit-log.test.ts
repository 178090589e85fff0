import fc from 'fast-check';
import { createFakeClock, createFakeIds } from 'toolcrib/testing';
import { describe, expect, it, vi } from 'vitest';
import { auditDraft } from '../../../../test/audit/audit-draft.ts';
import { createUnreliableStore, type WriteFate } from '../../../../test/audit/unreliable-store.ts';
import { type AuditLogOptions, createAuditLog } from './create-audit-log.ts';
import { toAuditLine } from './to-audit-line.ts';
import { verifyAudit } from './verify-audit.ts';

function world(options: Partial<AuditLogOptions> = {}) {
  const store = createUnreliableStore();
  const clock = createFakeClock();
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const open = (prefix: string) =>
    createAuditLog({ store, clock, onFault, randomId: createFakeIds(prefix), ...options });
  return { store, clock, faults, open, log: open('one') };
}

function verify(entries: readonly Parameters<typeof toAuditLine>[0][]) {
  return verifyAudit(entries.map(toAuditLine));
}

describe('createAuditLog', () => {
  it('chains entries per tenant, with the time and an id each', async () => {
    const { store, log } = world();

    await log.append(auditDraft({ subject: 'first' }));
    await log.append(auditDraft({ subject: 'second' }));
    await log.append(auditDraft({ tenant: '*', action: 'service-started' }));

    const [first, second] = store.log('acme');
    expect(first).toMatchObject({ sequence: 1, id: 'one-000001', at: '2026-01-01T00:00:00.000Z' });
    expect(first?.previous).toBe(`sha256:${'0'.repeat(64)}`);
    expect(second?.previous).toBe(first?.hash);
    expect(await verify(store.log('acme'))).toMatchObject({ isIntact: true, count: 2 });
    expect(await verify(store.log('*'))).toMatchObject({ isIntact: true, count: 1, tenant: '*' });
  });

  it('writes entries of one moment together, and those that come meanwhile with the next write', async () => {
    const { store, log } = world();

    const moment = [log.append(auditDraft()), log.append(auditDraft()), log.append(auditDraft())];
    await vi.waitUntil(() => store.writes === 1, { timeout: 60_000 });
    const meanwhile = [log.append(auditDraft()), log.append(auditDraft())];
    await Promise.all([...moment, ...meanwhile]);

    expect(store.writes).toBe(2);
    expect(store.log('acme')).toHaveLength(5);
  });

  it('appends after an entry only if that is the last one, whoever else writes', async () => {
    const { store, open, log } = world();
    const other = open('two');
    await log.append(auditDraft({ subject: 'first' }));
    const head = await other.head('acme');
    await log.append(auditDraft({ subject: 'second' }));

    const late = await other.appendAfter(head, [auditDraft({ subject: 'late' })]);
    const drafts = [auditDraft({ subject: 'third' }), auditDraft({ subject: 'fourth' })];
    const done = await Promise.all([1, 2].map(async () => other.appendAfter(await log.head('acme'), drafts)));
    await log.append(auditDraft({ subject: 'fifth' }));

    expect([late, done.toSorted(), await other.appendAfter(head, [])]).toEqual([false, [false, true], true]);
    const subjects = store.log('acme').map(({ subject }) => subject);
    expect(subjects).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(await verify(store.log('acme'))).toMatchObject({ isIntact: true, count: 5 });
    await other.close();
    await expect(other.appendAfter(head, drafts)).rejects.toMatchObject({ code: 'E_AUDIT_FAILED' });
  });

  it('has the decision about a gate once, whichever processes know of it and whatever the connection does', async () => {
    const fate = fc.constantFrom<WriteFate>('works', 'lost-before', 'lost-after', 'lands-late');
    const step = fc.record({ log: fc.nat(2), gate: fc.nat(3), others: fc.nat(2), waits: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fate), fc.array(step, { minLength: 1 }), async (fates, steps) => {
        const { store, clock, open } = world();
        const logs = [open('a'), open('b'), open('c')] as const;
        store.fates.push(...fates);
        const settledAt = clock.now();
        const told = new Set<string>();
        let others = 0;

        for (const { log, gate, others: count, waits } of steps) {
          const gateId = `call.${gate}`;
          const draft = auditDraft({ action: 'gate-settled', details: { gateId } });
          told.add(gateId);
          logs[log]?.appendSettled(draft, { gateId, settledAt }).catch(() => undefined);
          for (let other = 0; other < count; other++) {
            others += 1;
            logs[log]?.append(auditDraft()).catch(() => undefined);
          }
          if (waits) await clock.advance(20);
        }
        while (logs.some(({ waiting }) => waiting > 0)) await clock.advance(1_000);

        const written = store.log('acme');
        expect(await verify(written)).toMatchObject({ isIntact: true, count: told.size + others });
        const gates = written.flatMap(({ action, details }) =>
          action === 'gate-settled' ? String(details?.gateId) : [],
        );
        expect(gates.toSorted()).toEqual([...told].toSorted());
      }),
    );
  });

  it('finds a decision that another process has told behind many other entries', async () => {
    const { store, clock, open, log } = world();
    const gate = { gateId: 'call.0', settledAt: clock.now() };
    const draft = auditDraft({ action: 'gate-settled', details: { gateId: gate.gateId } });
    await open('other').appendSettled(draft, gate);
    await clock.advance(120_000);
    const writer = open('writer');
    await Promise.all(Array.from({ length: 1_200 }, () => writer.append(auditDraft())));

    await log.appendSettled(draft, gate);
    await log.appendSettled(draft, gate);

    expect(store.log('acme')).toHaveLength(1_201);
  });

  it('does not read the log for a decision while nobody else writes', async () => {
    const { store, clock, log } = world();
    await log.append(auditDraft());
    await clock.advance(60_000);
    const read = vi.spyOn(store, 'auditEntries');

    for (const gateId of ['call.0', 'call.0', 'call.1']) {
      const draft = auditDraft({ action: 'gate-settled', details: { gateId } });
      await log.appendSettled(draft, { gateId, settledAt: clock.now() });
    }

    expect(read).not.toHaveBeenCalled();
    expect(store.log('acme')).toHaveLength(3);
  });

  it('makes one chain with other processes that write to the same log', async () => {
    const { store, open } = world();
    const logs = [open('a'), open('b'), open('c')];

    await Promise.all(Array.from({ length: 60 }, (_, index) => logs[index % 3]?.append(auditDraft())));

    expect(await verify(store.log('acme'))).toMatchObject({ isIntact: true, count: 60 });
  });

  it('has every entry once, and those of each process in order, whatever the connection does', async () => {
    const fate = fc.constantFrom<WriteFate>('works', 'lost-before', 'lost-after', 'lands-late');
    const step = fc.record({ log: fc.nat(1), entries: fc.integer({ min: 1, max: 3 }), waits: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fate), fc.array(step, { minLength: 1 }), async (fates, steps) => {
        const { store, clock, open } = world();
        const logs = [open('a'), open('b')];
        store.fates.push(...fates);
        const expected: Record<string, string[]> = { a: [], b: [] };
        const append = (index: number) => {
          const name = index === 0 ? 'a' : 'b';
          const subject = String(expected[name]?.push(String(expected[name]?.length)));
          // Kept and tried again: that is what is looked at here.
          logs[index]?.append(auditDraft({ actor: name, subject })).catch(() => undefined);
        };

        for (const { log, entries, waits } of steps) {
          for (let count = 0; count < entries; count++) append(log);
          if (waits) await clock.advance(20);
        }
        while (logs.some((log) => log.waiting > 0)) await clock.advance(1_000);

        const written = store.log('acme');
        expect(await verify(written)).toMatchObject({ isIntact: true, count: written.length });
        for (const name of ['a', 'b']) {
          const own = written.filter(({ actor }) => actor === name);
          expect(own.map(({ subject }) => Number(subject))).toEqual(expected[name]?.map((_, at) => at + 1));
        }
        expect(logs.every(({ isHealthy }) => isHealthy)).toBe(true);
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves out what is not wanted any more, and has all else once, whatever the connection does', async () => {
    const fate = fc.constantFrom<WriteFate>('works', 'lost-before', 'lost-after', 'lands-late');
    const step = fc.record({ isWanted: fc.boolean(), waits: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(fate), fc.array(step, { minLength: 1 }), async (fates, steps) => {
        const { store, clock, log } = world();
        store.fates.push(...fates);
        const given: string[] = [];
        const withdrawn = new Set<string>();
        const written = new Set<string>();

        for (const { isWanted, waits } of steps) {
          const subject = String(given.push(String(given.length)));
          log
            .appendWhile(auditDraft({ subject }), () => !withdrawn.has(subject))
            .then(
              () => written.add(subject),
              () => isWanted || withdrawn.add(subject),
            );
          if (waits) await clock.advance(20);
        }
        while (log.waiting > 0) await clock.advance(1_000);

        const subjects = store.log('acme').map(({ subject = '' }) => subject);
        expect(subjects.toSorted((a, b) => Number(a) - Number(b))).toEqual(subjects);
        expect(new Set(subjects).size).toBe(subjects.length);
        for (let index = 1; index <= given.length; index++) {
          const subject = String(index);
          if (written.has(subject) || !withdrawn.has(subject)) expect(subjects).toContain(subject);
        }
        expect(await verify(store.log('acme'))).toMatchObject({ isIntact: true, count: subjects.length });
        expect(log.isHealthy).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not write what was not wanted any more while it could not be', async () => {
    const { store, clock, log } = world();
    let isWanted = true;
    store.isDown = true;
    await expect(log.appendWhile(auditDraft({ subject: '1' }), () => isWanted)).rejects.toThrow('cannot');
    isWanted = false;

    store.isDown = false;
    const second = log.append(auditDraft({ subject: '2' }));
    await clock.advance(1_000);
    await second;

    expect(store.log('acme').map(({ subject }) => subject)).toEqual(['2']);
    expect(log).toMatchObject({ isHealthy: true, waiting: 0 });
  });

  it('survives one lost connection without anybody noticing', async () => {
    const { store, log, faults } = world();
    store.fates.push('lost-after');

    await log.append(auditDraft());

    expect(store.log('acme')).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('says that it could not write, keeps the entries, and writes them when it can', async () => {
    const { store, clock, log, faults } = world();
    store.isDown = true;

    const failure = { code: 'E_AUDIT_FAILED', context: { tenant: 'acme', isKept: true } };
    await expect(log.append(auditDraft({ subject: '1' }))).rejects.toMatchObject(failure);
    const second = expect(log.append(auditDraft({ subject: '2' }))).rejects.toMatchObject(failure);
    await clock.advance(50);
    await second;
    expect(log).toMatchObject({ isHealthy: false, waiting: 2 });
    expect(faults).toHaveLength(1);

    store.isDown = false;
    const third = log.append(auditDraft({ subject: '3' }));
    await clock.advance(1_000);
    await third;

    expect(store.log('acme').map(({ subject }) => subject)).toEqual(['1', '2', '3']);
    expect(log).toMatchObject({ isHealthy: true, waiting: 0 });
  });

  it('tries again less and less often, at last once a second', async () => {
    const { store, clock, log, faults } = world();
    store.isDown = true;
    await expect(log.append(auditDraft())).rejects.toThrow('cannot be written');
    expect(faults).toHaveLength(1);
    const head = vi.spyOn(store, 'auditHead');

    const tries: number[] = [];
    for (let second = 0; second < 4; second++) {
      head.mockClear();
      await clock.advance(1_000);
      tries.push(head.mock.calls.length);
    }

    expect(tries).toEqual([4, 1, 1, 1]);
    // It is told once that it fails.
    expect(faults).toHaveLength(1);
  });

  it('takes no more than it can keep', async () => {
    const { store, clock, log } = world({ maxWaiting: 3 });
    store.isDown = true;
    const kept = [1, 2, 3].map(() =>
      expect(log.append(auditDraft())).rejects.toMatchObject({ context: { isKept: true } }),
    );

    await expect(log.append(auditDraft())).rejects.toMatchObject({
      code: 'E_AUDIT_FAILED',
      context: { isKept: false },
    });
    await Promise.all(kept);

    store.isDown = false;
    await clock.advance(1_000);
    expect(store.log('acme')).toHaveLength(3);
    expect(log.isHealthy).toBe(true);
  });

  it('has room for each tenant, whatever those of others wait for', async () => {
    const { store, log } = world({ maxWaiting: 2 });
    store.isSilent = true;
    for (const tenant of ['acme', 'acme', 'other']) void log.append(auditDraft({ tenant }));

    await expect(log.append(auditDraft())).rejects.toThrow('Too many entries wait');
    expect(log).toMatchObject({ isHealthy: false, waiting: 3 });

    expect(() => log.assertWritable('third')).not.toThrow();
    void log.append(auditDraft({ tenant: 'other' }));
    expect(log.waiting).toBe(4);
  });

  it('says before anything is done that it could not be written: while it fails, or too many wait', async () => {
    const { store, clock, log } = world({ maxWaiting: 4 });
    const failure = expect.objectContaining({ code: 'E_AUDIT_UNAVAILABLE', retryable: true });
    expect(() => log.assertWritable('acme')).not.toThrow();
    store.isDown = true;
    await expect(log.append(auditDraft())).rejects.toThrow('cannot be written');

    expect(() => log.assertWritable('acme')).toThrow(failure);
    expect(() => log.assertWritable('other')).not.toThrow();
    expect(log.failure).toBeInstanceOf(Error);

    store.isDown = false;
    await clock.advance(1_000);
    expect(() => log.assertWritable('acme')).not.toThrow();
    expect(log.failure).toBeUndefined();
    const writing = [log.append(auditDraft())];
    expect(() => log.assertWritable('acme')).not.toThrow();
    writing.push(log.append(auditDraft()));
    expect(() => log.assertWritable('acme')).toThrow(failure);
    // What is under way has room.
    writing.push(log.append(auditDraft()));
    await Promise.all(writing);
    expect(() => log.assertWritable('acme')).not.toThrow();

    await log.close();
    expect(() => log.assertWritable('other')).toThrow(failure);
  });

  it('does not wait for ever for a store that does not answer', async () => {
    const { store, clock, log } = world({ timeoutMs: 500 });
    store.isSilent = true;

    const refused = expect(log.append(auditDraft())).rejects.toMatchObject({ code: 'E_AUDIT_FAILED' });
    await clock.advance(1_000);
    await refused;
    store.isSilent = false;
    await clock.advance(1_000);

    expect(store.log('acme')).toHaveLength(1);
  });

  it('flushes what was appended before, also what has failed before', async () => {
    const { store, clock, log } = world();
    await expect(log.flush('acme')).resolves.toBeUndefined();
    store.isDown = true;
    await expect(log.append(auditDraft())).rejects.toThrow();

    const failed = expect(log.flush('acme')).rejects.toMatchObject({ code: 'E_AUDIT_FAILED' });
    await clock.advance(50);
    await failed;
    store.isDown = false;
    const flushed = log.flush('acme');
    await clock.advance(1_000);

    await flushed;
    expect(store.log('acme')).toHaveLength(1);
  });

  it('wakes those who watch: at once for its own entries, soon for those of other processes', async () => {
    const { clock, open, log } = world({ pollMs: 250 });
    const wake = vi.fn();
    await log.append(auditDraft());
    const stop = log.watch('acme', wake);
    await clock.advance(300);
    wake.mockClear();

    await log.append(auditDraft());
    expect(wake).toHaveBeenCalledTimes(1);
    await open('two').append(auditDraft());
    expect(wake).toHaveBeenCalledTimes(1);
    await clock.advance(250);
    expect(wake).toHaveBeenCalledTimes(2);

    stop();
    await log.append(auditDraft());
    await clock.advance(1_000);
    expect(wake).toHaveBeenCalledTimes(2);
    expect(clock.pendingTimers).toBe(0);
  });

  it('wakes a watcher once after its first look, since the log may have grown before it', async () => {
    const { clock, log } = world();
    const wake = vi.fn();

    const stop = log.watch('acme', wake);
    await clock.advance(1_000);

    expect(wake).toHaveBeenCalledTimes(1);
    stop();
  });

  it('goes on looking after the store was away, and tells of it once', async () => {
    const { store, clock, open, log, faults } = world();
    const wake = vi.fn();
    const stop = log.watch('acme', wake);
    store.isDown = true;
    await clock.advance(1_000);
    store.isDown = false;

    await open('two').append(auditDraft());
    await clock.advance(250);

    expect(wake).toHaveBeenCalled();
    expect(faults).toHaveLength(1);
    stop();
  });

  it('writes what is left when it is closed, and takes nothing more', async () => {
    const { store, log } = world();
    store.isDown = true;
    await expect(log.append(auditDraft())).rejects.toThrow();
    store.isDown = false;

    await log.close();

    expect(store.log('acme')).toHaveLength(1);
    await expect(log.append(auditDraft())).rejects.toMatchObject({ context: { isKept: false } });
  });

  it('tells how many entries are lost if they cannot be written when it is closed', async () => {
    const { store, clock, log, faults } = world();
    store.isDown = true;
    await expect(log.append(auditDraft())).rejects.toThrow();

    await log.close();

    expect(faults.at(-1)).toMatchObject({ code: 'E_AUDIT_FAILED', context: { isKept: false } });
    expect(clock.pendingTimers).toBe(0);
  });

  it('keeps whatever strangers have named, in a form that every store gives back as it is', async () => {
    const { store, log } = world();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;

    await log.append(auditDraft({ subject: 'x'.repeat(10_000), actor: 'a\ud800\0b', route: 'r' }));
    const details = { number: Number.NaN, zero: -0, none: undefined, big: 1n, text: '\udfff' };
    await log.append(auditDraft({ details: { ...details, ['__proto__']: { isAdmin: true } } }));
    await log.append(auditDraft({ details: cyclic }));
    await log.append(auditDraft({ details: { text: 'y'.repeat(100_000) } }));

    const [long, odd, cycle, large] = store.log('acme');
    expect(long?.subject).toHaveLength(513);
    expect(long?.actor).toBe('a\ufffd\ufffdb');
    expect(JSON.stringify(odd?.details)).toBe(
      '{"number":null,"zero":0,"big":null,"text":"�","__proto__":{"isAdmin":true}}',
    );
    expect(cycle?.details).toEqual({ omitted: true });
    expect(large?.details).toEqual({ omitted: true });
    expect(await verify(store.log('acme'))).toMatchObject({ isIntact: true, count: 4 });
  });
});
