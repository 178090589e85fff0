import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { AuditMark, AuditSearch, KeyRecord, ServiceStore, TenantRecord } from './service-store.ts';

/** A store without any record, and another one on the same database, as a second process has it. */
export interface OpenServiceStore {
  readonly store: ServiceStore;
  readonly other: ServiceStore;
  close?(): Promise<void> | void;
}

/** What a request may name, though no record has it. */
const hostileTexts = ['', "'; drop table toolcrib_keys; --", 'a\u0000b', '\ud800', '%', '_', '"', '\\', 'é'];

/** The sentences of {@link ServiceStore} as tests. */
export function describeServiceStore(name: string, open: () => Promise<OpenServiceStore>): void {
  describe(name, () => {
    let store: ServiceStore;
    let other: ServiceStore;

    beforeEach(async () => {
      const opened = await open();
      ({ store, other } = opened);
      return async () => await opened.close?.();
    });

    describe('tenants', () => {
      it('keeps the first of a name, whoever inserts at the same time', async () => {
        const inserted = await Promise.all([
          ...['one', 'two'].map((title) => store.insertTenant(sampleTenant({ title }))),
          ...['three', 'four'].map((title) => other.insertTenant(sampleTenant({ title }))),
        ]);

        expect(inserted.filter((each) => each)).toHaveLength(1);
        expect(await other.getTenant('acme')).toEqual(await store.getTenant('acme'));
        expect(await store.insertTenant(sampleTenant())).toBe(false);
      });

      it('gives a tenant back as it was, whatever its texts', async () => {
        for (const [index, title] of hostileTexts.entries()) {
          const tenant = sampleTenant({ name: `t${index}`, title, createdBy: title });
          await store.insertTenant(tenant);

          expect(await other.getTenant(`t${index}`)).toEqual(tenant);
        }
      });

      it('lets a tenant run the code of the service, and changes nothing else', async () => {
        await store.insertTenant(sampleTenant({ title: 'Öl "1"' }));
        await store.insertTenant(sampleTenant({ name: 'other' }));

        const allow = { hasHostTools: true };
        await Promise.all([store.updateTenant('acme', allow), other.updateTenant('acme', allow)]);

        expect(await store.updateTenant('nobody', allow)).toBeUndefined();
        expect(await other.getTenant('acme')).toEqual(sampleTenant({ title: 'Öl "1"', hasHostTools: true }));
        expect(await store.listTenants({ limit: 10 })).toMatchObject([
          { name: 'acme', hasHostTools: true },
          { name: 'other', hasHostTools: false },
        ]);
      });

      it('loses none of two changes at once', async () => {
        await store.insertTenant(sampleTenant());

        await Promise.all([
          store.updateTenant('acme', { hasHostTools: true }),
          other.updateTenant('acme', { title: 'Öl' }),
        ]);

        expect(await store.getTenant('acme')).toEqual(sampleTenant({ title: 'Öl', hasHostTools: true }));
      });

      it('removes a tenant once, and keeps its name', async () => {
        await store.insertTenant(sampleTenant());
        const removal = { at: '2026-11-16T01:00:00.000Z', by: 'key:ada"' };

        const removed = await Promise.all([
          store.removeTenant('acme', removal),
          other.removeTenant('acme', removal),
          store.removeTenant('nobody', removal),
        ]);

        expect(removed.filter((each) => each)).toHaveLength(1);
        expect(await other.getTenant('acme')).toBeUndefined();
        expect(await other.listTenants({ limit: 10 })).toEqual([]);
        expect(await other.updateTenant('acme', { title: 'Back' })).toBeUndefined();
        expect(await other.insertTenant(sampleTenant())).toBe(false);
        expect(await other.getRemovedTenant('acme')).toEqual({ ...sampleTenant(), removal });
        expect(await other.getRemovedTenant('nobody')).toBeUndefined();
      });

      it('lists pages in the order of code units', async () => {
        for (const each of ['b', 'a', 'B', '_', 'a-b', 'a.b', '0']) {
          await store.insertTenant(sampleTenant({ name: each }));
        }

        const first = await store.listTenants({ limit: 4 });
        const rest = await store.listTenants({ after: first.at(-1)?.name, limit: 100 });

        const names = [...first, ...rest].map((tenant) => tenant.name);
        expect(names).toEqual(['0', 'B', '_', 'a', 'a-b', 'a.b', 'b']);
      });

      it('has no tenant of a name that cannot be one', async () => {
        for (const text of hostileTexts) {
          expect(await store.getTenant(text)).toBeUndefined();
          expect(await store.listTenants({ after: text, limit: 10 })).toEqual([]);
        }
      });
    });

    describe('keys', () => {
      it('gives a key back as it was, frozen', async () => {
        const key = sampleKey({
          name: 'a\u0000b',
          expiresAt: '2027-01-01T00:00:00.000Z',
          limits: { callsPerDay: 5 },
        });

        await store.insertKey(key);

        const read = await other.getKey(key.id);
        expect(read).toEqual(key);
        expect(Object.isFrozen(read?.grants[0]?.roles)).toBe(true);
      });

      it('lists those of a tenant and those of all, once each, in the order of ids', async () => {
        const grant = (tenant: string) => ({ tenant, roles: ['viewer'] as const, scopes: [] });
        await store.insertKey(sampleKey({ id: idOf('c'), grants: [grant('acme'), grant('acme')] }));
        await store.insertKey(sampleKey({ id: idOf('B'), grants: [grant('*')] }));
        await store.insertKey(sampleKey({ id: idOf('a'), grants: [grant('other')] }));
        await store.insertKey(sampleKey({ id: idOf('d'), grants: [grant('other'), grant('acme')] }));

        const idsOf = async (query: Parameters<ServiceStore['listKeys']>[0]) =>
          (await other.listKeys(query)).map(({ id }) => id[0]).join('');

        expect(await idsOf({ limit: 10 })).toBe('Bacd');
        expect(await idsOf({ limit: 10, tenant: 'acme' })).toBe('Bcd');
        expect(await idsOf({ limit: 10, tenant: 'other' })).toBe('Bad');
        expect(await idsOf({ limit: 10, tenant: 'nobody' })).toBe('B');
        expect(await idsOf({ limit: 2, tenant: 'acme' })).toBe('Bc');
        expect(await idsOf({ limit: 2, tenant: 'acme', after: idOf('c') })).toBe('d');
      });

      it('is revoked once, and by whom is kept', async () => {
        const key = sampleKey();
        await store.insertKey(key);
        const mark = { at: '2026-11-16T01:00:00.000Z', by: 'token:https://id.example#\u0000' };

        const outcomes = await Promise.all([
          store.revokeKey(key.id, mark),
          other.revokeKey(key.id, mark),
          store.revokeKey('unknown', mark),
        ]);

        expect(outcomes.filter((each) => each)).toHaveLength(1);
        expect(await other.getKey(key.id)).toEqual({ ...key, revokedAt: mark.at, revokedBy: mark.by });
        expect(await store.revokeKey(key.id, { ...mark, by: 'somebody else' })).toBe(false);
      });

      it('tells when keys were last used, and never goes back', async () => {
        const [a, b] = [idOf('a'), idOf('b')];
        for (const id of [a, b]) await store.insertKey(sampleKey({ id }));

        await store.touchKeys([]);
        await store.touchKeys([
          { id: a, at: '2026-11-16T01:00:00.000Z' },
          { id: 'unknown', at: '2026-11-16T01:00:00.000Z' },
          { id: b, at: '2026-11-16T02:00:00.000Z' },
        ]);
        await other.touchKeys([
          { id: a, at: '2026-11-16T01:01:00.000Z' },
          { id: b, at: '2026-11-16T01:59:00.000Z' },
        ]);

        expect((await store.getKey(a))?.lastUsedAt).toBe('2026-11-16T01:01:00.000Z');
        expect((await store.getKey(b))?.lastUsedAt).toBe('2026-11-16T02:00:00.000Z');
      });

      it('refuses a second key of an id', async () => {
        await store.insertKey(sampleKey());

        await expect(other.insertKey(sampleKey())).rejects.toMatchObject({ code: 'E_STORE_FAILED' });
      });

      it('has no key of an id that cannot be one', async () => {
        for (const text of hostileTexts) {
          expect(await store.getKey(text)).toBeUndefined();
          expect(await store.listKeys({ tenant: text, after: text, limit: 10 })).toEqual([]);
        }
      });
    });

    describe('audit logs', () => {
      it('start empty', async () => {
        expect(await store.auditHead('acme')).toBeUndefined();
        expect(await store.auditEntries('acme', 0, 10)).toEqual([]);
        expect(await store.appendAudit('acme', 0, [])).toBe(true);
      });

      it('give entries back as they were, in order, each tenant its own', async () => {
        const entries = [1, 2, 3].map((sequence) =>
          sampleEntry({ sequence, subject: `a\u0000\ud800"${sequence}` }),
        );
        const [service] = [sampleEntry({ tenant: '*', sequence: 1 })];

        expect(await store.appendAudit('acme', 0, entries.slice(0, 2))).toBe(true);
        expect(await other.appendAudit('acme', 2, entries.slice(2))).toBe(true);
        expect(await store.appendAudit('*', 0, [service])).toBe(true);

        expect(await other.auditEntries('acme', 0, 10)).toEqual(entries);
        expect(await store.auditEntries('acme', 1, 1)).toEqual([entries[1]]);
        expect(await store.auditEntries('acme', 1e300, 1)).toEqual([]);
        expect(await store.auditEntries('*', 0, 10)).toEqual([service]);
        expect(await other.auditHead('acme')).toEqual({ sequence: 3, hash: entries[2]?.hash });
      });

      it('take entries after the head only, and then all or none', async () => {
        const [first, second, third] = [1, 2, 3].map((sequence) => sampleEntry({ sequence }));
        if (first === undefined || second === undefined || third === undefined) throw new Error('Too few.');
        await store.appendAudit('acme', 0, [first]);

        expect(await other.appendAudit('acme', 0, [first, second])).toBe(false);
        expect(await other.appendAudit('acme', 2, [third])).toBe(false);
        expect(await other.appendAudit('other', 1, [second])).toBe(false);
        expect(await other.appendAudit('acme', 0, [])).toBe(false);

        expect(await store.auditHead('acme')).toMatchObject({ sequence: 1 });
        expect(await store.auditEntries('other', 0, 10)).toEqual([]);
      });

      it('let one of many win who append at the same place, without gaps, however many entries each has', async () => {
        const append = (which: ServiceStore, count: number) =>
          which.appendAudit(
            'acme',
            0,
            Array.from({ length: count }, (_, index) => sampleEntry({ sequence: index + 1, id: `${count}` })),
          );

        const outcomes = await Promise.all(
          [5, 1, 3, 2, 4].flatMap((count) => [append(store, count), append(other, count)]),
        );

        const entries = await store.auditEntries('acme', 0, 100);
        expect(outcomes.filter((each) => each)).toHaveLength(1);
        expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
        expect(entries).toHaveLength(Number(entries[0]?.id));
      });

      it('take many entries at once', async () => {
        const entries = Array.from({ length: 5_000 }, (_, index) => sampleEntry({ sequence: index + 1 }));

        expect(await store.appendAudit('acme', 0, entries)).toBe(true);

        expect(await other.auditHead('acme')).toMatchObject({ sequence: 5_000 });
        expect((await other.auditEntries('acme', 4_998, 10)).map(({ sequence }) => sequence)).toEqual([
          4_999, 5_000,
        ]);
      });
    });

    describe('searches in an audit log', () => {
      const minutes = (count: number) => new Date(Date.UTC(2026, 10, 16) + count * 60_000).toISOString();
      /** Entries of all kinds, most of them of one, some of them written late. */
      const entries = Array.from({ length: 1_200 }, (_, index) => {
        const [isOther, isCall] = [index % 10 === 0, index % 3 === 0];
        return sampleEntry({
          sequence: index + 1,
          at: minutes(index % 50 === 49 ? index - 20 : index),
          actor: isOther && index % 4 === 0 ? 'key:ann' : 'key:bob',
          subject: isOther ? (['say "hi"', 'a\u0000\ud800', 'ä\\u0000'][index % 3] as string) : 'echo',
          action: isCall ? 'tool-call-end' : 'request-done',
          outcome: index % 35 === 0 ? 'failed' : 'ok',
          details: index % 35 === 0 ? { status: 'timed_out', subject: 'nothing' } : { status: 'ok' },
        });
      });
      const searches = [undefined, 'echo', 'say "hi"', 'ä\\u0000', 'nothing'].flatMap((subject) =>
        [undefined, 'key:ann', 'key:bob', 'nobody'].flatMap((actor) =>
          [undefined, 'ok', 'failed', 'timed_out'].flatMap((status) =>
            [undefined, minutes(300)].flatMap((since) =>
              [undefined, minutes(900)].map((until) => ({ subject, actor, status, since, until })),
            ),
          ),
        ),
      );
      const statusOf = ({ action, outcome, details }: AuditEntry) =>
        action === 'tool-call-end' ? details?.status : outcome;
      const expected = ({ subject, actor, status, since, until }: (typeof searches)[number]) =>
        entries
          .filter((entry) => subject === undefined || entry.subject === subject)
          .filter((entry) => actor === undefined || entry.actor === actor)
          .filter((entry) => status === undefined || statusOf(entry) === status)
          .filter(({ at }) => (since === undefined || at >= since) && (until === undefined || at < until));

      async function searchAll(search: AuditSearch): Promise<readonly AuditEntry[]> {
        const found: AuditEntry[] = [];
        let after = search.after;
        do {
          const page = await store.searchAudit('acme', { ...search, after });
          found.push(...page.entries);
          after = page.next;
        } while (after !== undefined);
        return found;
      }

      beforeEach(async () => {
        await store.appendAudit('acme', 0, entries);
        await store.appendAudit('other', 0, entries.slice(0, 50));
      });

      it('find what fits every condition, in the order of the log', async () => {
        for (const search of searches) {
          const found = await searchAll({ ...search, limit: 5_000, maxLookedAt: 5_000 });
          expect(found, JSON.stringify(search)).toEqual(expected(search));
        }
      });

      it('find the same in small pages, in both directions', async () => {
        for (const search of searches.filter((_, index) => index % 4 === 0)) {
          const [limit, maxLookedAt] = [37, 60];
          const newest = await searchAll({ ...search, limit, maxLookedAt, newestFirst: true });
          expect(await searchAll({ ...search, limit, maxLookedAt })).toEqual(expected(search));
          expect(newest.toReversed(), JSON.stringify(search)).toEqual(expected(search));
        }
      });
    });

    describe('requests to cancel calls', () => {
      it('are kept once, until they are carried out or old', async () => {
        const [early, late] = ['2026-11-16T00:00:00.000Z', '2026-11-16T01:00:00.000Z'];
        await store.putCancelRequest('old', early);
        await store.putCancelRequest('b\u0000', late);
        await other.putCancelRequest('b\u0000', early);
        await other.putCancelRequest('A', late);

        const asked = await other.listCancelRequests();
        await store.removeCancelRequest('A', late);

        expect(asked).toEqual(['A', 'b\u0000', 'old']);
        expect(await other.listCancelRequests()).toEqual(['b\u0000']);
        await store.removeCancelRequest('b\u0000', early);
      });
    });

    describe('audit marks', () => {
      it('are one for each process, the last that was put', async () => {
        const marks = ['b', 'a\u0000', 'B'].map((owner) => sampleMark({ owner }));
        for (const mark of marks) await store.putAuditMark(mark);
        const later = sampleMark({ owner: 'b', seenAt: '2026-11-16T00:01:00.000Z' });

        await other.putAuditMark(later);

        expect(await store.listAuditMarks()).toEqual([marks[2], marks[1], later]);
      });

      it('are removed, unless another one has taken their place', async () => {
        const mark = sampleMark();
        const later = sampleMark({ auditedUntil: '2026-11-16T00:01:00.000Z' });
        await store.putAuditMark(later);

        await other.removeAuditMark(mark);
        const before = await store.listAuditMarks();
        await other.removeAuditMark(later);

        expect(before).toEqual([later]);
        expect(await store.listAuditMarks()).toEqual([]);
      });
    });

    describe('counters', () => {
      it('count over all stores, each counter and window for itself', async () => {
        const use = { window: '2026-11-16', amount: 1 };
        const counts = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? store : other).countUse('a\u0000', use),
          ),
        );

        expect(counts.toSorted((left, right) => left - right)).toEqual(counts.map((_, index) => index + 1));
        expect(await store.countUse('b', { ...use, amount: 7 })).toBe(7);
        expect(await store.countUse('a\u0000', { window: '2026-11-17', amount: 1 })).toBe(1);
        expect(await other.countUse('a\u0000', use)).toBe(21);
      });

      it('forget all windows but the two newest', async () => {
        for (const day of ['14', '15', '16'])
          await store.countUse('a', { window: `2026-11-${day}`, amount: 5 });

        expect(await other.countUse('a', { window: '2026-11-15', amount: 1 })).toBe(6);
        expect(await other.countUse('a', { window: '2026-11-14', amount: 1 })).toBe(1);
      });
    });

    describe('uses per minute', () => {
      const now = Date.parse('2026-11-16T00:00:00.000Z');
      // So few that none is gained while the test runs.
      const use = { perMinute: 2, needed: 1, wanted: 1, now };

      it('are as many as there are, over all stores, or none if fewer than needed are left', async () => {
        const five = { ...use, perMinute: 5 };

        expect(await store.takeUses('a\u0000', { ...five, wanted: 3 })).toEqual({ taken: 3, level: 120_000 });
        expect(await other.takeUses('a\u0000', { ...five, needed: 3, wanted: 3 })).toMatchObject({
          taken: 0,
        });
        expect(await other.takeUses('a\u0000', { ...five, wanted: 5 })).toMatchObject({ taken: 2 });
        expect(await store.takeUses('a\u0000', five)).toMatchObject({ taken: 0 });
        expect(await store.takeUses('b', { ...five, needed: 5, wanted: 5 })).toEqual({ taken: 5, level: 0 });
      });

      it('are never too many when many are taken at the same time', async () => {
        const taken = await Promise.all(
          Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store : other).takeUses('a', use)),
        );

        expect(taken.reduce((sum, each) => sum + each.taken, 0)).toBe(2);
      });

      it('can be very many', async () => {
        const perMinute = 1_000_000_000;
        const many = { perMinute, needed: 1, wanted: perMinute, now };

        expect(await store.takeUses('a', { ...many, wanted: 1 })).toMatchObject({ taken: 1 });
        expect((await other.takeUses('a', many)).taken).toBeGreaterThanOrEqual(perMinute - 1);
      });
    });

    describe('settings', () => {
      it('have the value of whoever was first', async () => {
        const values = await Promise.all(
          ['one\u0000', 'two\u0000'].flatMap((made) => [
            store.getOrPutSetting('signing key', made),
            other.getOrPutSetting('signing key', made),
          ]),
        );

        expect(new Set(values).size).toBe(1);
        expect(await other.getOrPutSetting('signing key', 'three')).toBe(values[0]);
        expect(await other.getOrPutSetting('another', 'three')).toBe('three');
      });
    });
  });
}

function idOf(letter: string): string {
  return letter.padEnd(16, '0');
}

function sampleTenant(fields: Partial<TenantRecord> = {}): TenantRecord {
  const createdAt = '2026-11-16T00:00:00.000Z';
  return { name: 'acme', title: 'Acme', hasHostTools: false, createdAt, createdBy: 'operator', ...fields };
}

function sampleKey(fields: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: idOf('k'),
    name: 'sample',
    secretHash: `sha256:${'0'.repeat(64)}`,
    grants: [{ tenant: 'acme', roles: ['caller'], scopes: ['mail.send'], toolsets: ['support'] }],
    limits: {},
    createdAt: '2026-11-16T00:00:00.000Z',
    createdBy: 'operator',
    expiresAt: null,
    revokedAt: null,
    revokedBy: null,
    lastUsedAt: null,
    ...fields,
  };
}

function sampleMark(fields: Partial<AuditMark> = {}): AuditMark {
  const at = '2026-11-16T00:00:00.000Z';
  return { owner: 'serve', auditedUntil: at, seenAt: at, ...fields };
}

/** An entry of the tenant acme. Its hash is none. */
export function sampleEntry(fields: Partial<AuditEntry> = {}): AuditEntry {
  const hash = `sha256:${String(fields.sequence ?? 1).padStart(64, '0')}`;
  return {
    tenant: 'acme',
    sequence: 1,
    id: 'entry-1',
    at: '2026-11-16T00:00:00.000Z',
    action: 'request-done',
    actor: 'operator',
    outcome: 'ok',
    details: { nested: [1, null, 'x'] },
    previous: `sha256:${'0'.repeat(64)}`,
    hash,
    ...fields,
  };
}
