import fc from 'fast-check';
import { memoryStore, openCatalog, type ToolSpec } from 'toolcrib/catalog';
import { createFakeClock, createFakeIds } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { actorWith } from '../../../../test/audit/actors.ts';
import { auditDraft } from '../../../../test/audit/audit-draft.ts';
import { createUnreliableStore } from '../../../../test/audit/unreliable-store.ts';
import type { AuditDraft } from '../audit/audit-entry.ts';
import { createAuditLog } from '../audit/create-audit-log.ts';
import type { Actor } from '../auth/actor.ts';
import type { PermissionLimit } from '../auth/permission-limit.ts';
import { toActor } from '../auth/to-actor.ts';
import { createReach } from '../tenants/reach.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import { EventStreams, type ServiceEvent } from './event-streams.ts';
import { FEED_START, sealCursors } from './feed-position.ts';

const ada = actorWith('key:ada', ['caller']);
const boss = actorWith('key:boss', ['admin']);
const viewer = actorWith('key:view', ['viewer']);
/** All processes of a service have the same. */
const cursorKey = new Uint8Array(32);

const spec: ToolSpec = {
  name: 'echo',
  description: 'Says what it is told.',
  inputSchema: { type: 'object' },
  outputSchema: {},
};

/** Several processes on one catalogue and one audit log. */
async function world(count = 1, pageSize?: number, cursorKey?: Uint8Array) {
  const clock = createFakeClock();
  const [catalogs, store] = [memoryStore(), createUnreliableStore()];
  const randomId = createFakeIds();
  const onFault = (error: unknown) => expect.unreachable(String(error));
  const processes = [];
  for (let index = 0; index < count; index++) {
    const catalog = await openCatalog(catalogs, { tenant: 'acme', clock });
    const audit = createAuditLog({ store, clock, randomId, onFault });
    // Nothing else of a room is used.
    const reach = (limit?: PermissionLimit) => createReach(catalog, limit);
    const room = { tenant: 'acme', catalog, reach } as TenantRoom;
    // Nothing is filtered here.
    const unused = { searchAudit: () => Promise.reject(new Error('The log is not searched.')) };
    const tenants = { open: async () => room };
    const streams = new EventStreams({ tenants, audit, store: unused, pageSize, cursorKey });
    processes.push({ catalog, audit, streams });
  }
  const [first] = processes;
  if (first === undefined) throw new Error('There is no process.');
  await first.catalog.register(spec);
  return { ...first, processes, clock, store };
}

/** A client that comes and goes, and remembers the last cursor that it was given. */
class Client {
  readonly received: ServiceEvent[] = [];
  readonly #actor: Actor;
  cursor: string | undefined;
  #stop: (() => void) | undefined;
  #pull: () => void = () => undefined;

  constructor(actor: Actor, cursor?: string) {
    this.#actor = actor;
    this.cursor = cursor;
  }

  connect(streams: EventStreams): void {
    this.disconnect();
    const controller = new AbortController();
    const options = { after: this.cursor, signal: controller.signal };
    const iterator = streams.follow(this.#actor, options)[Symbol.asyncIterator]();
    let isPulling = false;
    this.#pull = () => {
      if (isPulling) return;
      isPulling = true;
      void iterator.next().then(({ done, value }) => {
        isPulling = false;
        // What arrives at a client that has gone is lost.
        if (done || controller.signal.aborted) return;
        this.cursor = value.cursor;
        if (value.type !== 'cursor-moved') this.received.push(value);
      });
    };
    this.#stop = () => {
      controller.abort();
      void iterator.return?.();
    };
  }

  get isConnected(): boolean {
    return this.#stop !== undefined;
  }

  disconnect(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#pull = () => undefined;
  }

  pull(): void {
    this.#pull();
  }
}

const endOfCall = (actor: string): AuditDraft =>
  auditDraft({ action: 'tool-call-end', actor, subject: 'echo', invocationId: 'call-1' });

describe('EventStreams', () => {
  it('gives everything once and in order, however processes write and clients come and go', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constantFrom('switch', 'own-call', 'other-call', 'request'), at: fc.nat(1) }),
      fc.record({ do: fc.constantFrom('connect'), at: fc.nat(1) }),
      fc.record({
        do: fc.constantFrom('disconnect', 'pull', 'pull', 'pull', 'pull', 'wait', 'tick', 'tick'),
        at: fc.constant(0),
      }),
    );
    const run = async (steps: readonly { do: string; at: number }[], pageSize: number) => {
      const { processes, clock, store } = await world(2, pageSize, cursorKey);
      const start = sealCursors(cursorKey, { tenant: 'acme', principalId: ada.principal.id }).write(
        FEED_START,
      );
      const clients = [new Client(boss, '0-0'), new Client(ada, start)];
      const writing: Promise<unknown>[] = [];
      let isEnabled = true;
      const perform = async ({ do: what, at }: { do: string; at: number }): Promise<void> => {
        const target = processes[at];
        if (target === undefined) return;
        const { catalog, audit, streams } = target;
        if (what === 'switch') {
          isEnabled = !isEnabled;
          writing.push(catalog.setEnabled('echo', isEnabled));
        } else if (what === 'own-call') writing.push(audit.append(endOfCall('key:ada')));
        else if (what === 'other-call') writing.push(audit.append(endOfCall('key:bob')));
        else if (what === 'request') writing.push(audit.append(auditDraft()));
        else if (what === 'wait') await clock.advance(250);
        else if (what === 'tick') await clock.advance(0);
        else
          for (const client of clients) {
            if (what === 'connect') client.connect(streams);
            else if (what === 'disconnect') client.disconnect();
            else client.pull();
          }
        await Promise.resolve();
      };
      for (const one of steps) await perform(one);
      await Promise.all(writing);
      // Whoever is connected stays so: what does not reach them now never would.
      for (const client of clients)
        if (!client.isConnected) client.connect(processes[0]?.streams as EventStreams);
      // As long as something comes; what other processes wrote is seen within 250 ms.
      for (let [quiet, last] = [0, -1]; quiet < 3; ) {
        for (const client of clients) client.pull();
        await clock.advance(250);
        const total = clients.reduce((sum, { received }) => sum + received.length, 0);
        quiet = total === last ? quiet + 1 : 0;
        last = total;
      }

      const events = (await processes[0]?.catalog.events()) ?? [];
      const [all, own] = clients.map(({ received }) => received.map(({ data }) => data as { at: string }));
      const written = store.log('acme').map(({ hash: _, previous: __, ...entry }) => entry);
      expect(all?.filter((data) => 'action' in data)).toEqual(written);
      expect(all?.filter((data) => !('action' in data))).toEqual(events);
      expect(own).toEqual(
        written.filter(({ actor, action }) => actor === 'key:ada' && action === 'tool-call-end'),
      );
      for (const client of clients) client.disconnect();
      await clock.advance(0);
      expect(clock.pendingTimers).toBe(0);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), run),
      { numRuns: 1_000 },
    );
  });

  it('begins now without a cursor, and tells where that is', async () => {
    const { streams, audit, clock } = await world();
    await audit.append(endOfCall('key:ada'));
    const client = new Client(boss);

    client.connect(streams);
    client.pull();
    await clock.advance(0);
    expect(client.cursor).toBe('1-1');
    // Gone before anything came; what happens meanwhile is not lost.
    client.disconnect();
    await audit.append(endOfCall('key:bob'));
    client.connect(streams);
    for (let count = 0; count < 3; count++) {
      client.pull();
      await clock.advance(0);
    }

    expect(client.received).toMatchObject([{ cursor: '1-2', type: 'tool-call-end' }]);
    client.disconnect();
  });

  it('misses nothing that is written while it reads', async () => {
    const { streams, audit, clock } = await world();
    await audit.append(endOfCall('key:ada'));
    const client = new Client(boss);
    client.connect(streams);
    client.pull();
    await clock.advance(0);

    client.pull();
    // The log was read, the answer is on its way.
    await Promise.resolve();
    await audit.append(endOfCall('key:bob'));
    await clock.advance(0);

    expect(client.received).toMatchObject([{ cursor: '1-2' }]);
    client.disconnect();
  });

  it('misses nothing that another process writes before it looks for the first time', async () => {
    const { processes, clock } = await world(2);
    const client = new Client(boss);
    client.connect(processes[1]?.streams as EventStreams);
    for (let count = 0; count < 2; count++) {
      client.pull();
      await clock.advance(0);
    }

    await processes[0]?.audit.append(endOfCall('key:bob'));
    await clock.advance(250);

    expect(client.received).toMatchObject([{ cursor: '1-1' }]);
    client.disconnect();
  });

  it('tells everybody only what they may know', async () => {
    const { streams, audit } = await world();
    const args = { details: { arguments: { secret: 1 }, status: 'ok' } };
    await audit.append({ ...endOfCall('key:ada'), ...args });
    await audit.append(endOfCall('key:bob'));
    const settled = { gateId: 'call-1.0', callerId: 'key:ada' };
    await audit.append(auditDraft({ action: 'gate-settled', actor: 'key:boss', details: settled }));
    await audit.append(auditDraft({ action: 'request-denied', outcome: 'denied' }));

    const seenBy = async (actor: Actor) => {
      const { events, cursor } = await streams.page(actor, { limit: 100 });
      // Only those who see all of the catalogue are told how far it is.
      if (actor.permissions.has('catalog:read')) expect(cursor).toBe('1-4');
      else expect(cursor).toMatch(/^[\w-]{59}$/);
      return events.map(({ type, data }) => [type, (data as { actor?: string }).actor]);
    };

    expect(await seenBy(boss)).toEqual([
      ['tool-created', undefined],
      ['tool-call-end', 'key:ada'],
      ['tool-call-end', 'key:bob'],
      ['gate-settled', 'key:boss'],
      ['request-denied', 'key:ada'],
    ]);
    expect(await seenBy(viewer)).toEqual([
      ['tool-created', undefined],
      ['tool-call-end', 'key:ada'],
      ['tool-call-end', 'key:bob'],
      ['gate-settled', 'key:boss'],
    ]);
    expect(await seenBy(ada)).toEqual([
      ['tool-call-end', 'key:ada'],
      ['gate-settled', 'key:boss'],
    ]);
    expect(await seenBy(actorWith('key:eve', ['caller']))).toEqual([]);
  });

  it('keeps arguments for those who may read the audit log', async () => {
    const { streams, audit } = await world();
    await audit.append({ ...endOfCall('key:ada'), details: { arguments: { secret: 1 }, status: 'ok' } });

    const detailsFor = async (actor: Actor) => {
      const { events } = await streams.page(actor, { after: '1-0', limit: 1 });
      return (events[0]?.data as { details: unknown } | undefined)?.details;
    };

    expect(await detailsFor(boss)).toEqual({ arguments: { secret: 1 }, status: 'ok' });
    expect(await detailsFor(viewer)).toEqual({ status: 'ok' });
  });

  it('gives pages that lead from the beginning to the end, by time', async () => {
    const { streams, audit, catalog, clock } = await world(1, 2);
    for (let count = 0; count < 7; count++) {
      await clock.advance(1);
      await audit.append(endOfCall('key:ada'));
      await clock.advance(1);
      await catalog.setEnabled('echo', count % 2 === 1);
    }

    const found: ServiceEvent[] = [];
    let [after, hasMore]: [string | undefined, boolean] = [undefined, true];
    while (hasMore) {
      const page = await streams.page(boss, { after, limit: 4 });
      found.push(...page.events);
      ({ cursor: after, hasMore } = page);
    }

    const times = found.map(({ data }) => (data as { at: string }).at);
    expect(found).toHaveLength(15);
    expect(times).toEqual(times.toSorted());
    expect((await streams.page(boss, { after, limit: 4 })).events).toEqual([]);
  });

  it('does not read a whole log for a page of nothing, but says that there is more', async () => {
    const { streams, audit } = await world(1, 2);
    for (let count = 0; count < 30; count++) await audit.append(endOfCall('key:bob'));

    const page = await streams.page(ada, { limit: 10 });

    expect(page).toMatchObject({ events: [], hasMore: true });
    expect(page.cursor).not.toBe('0-0');
  });

  it('goes on in every process from a sealed cursor, for the reader that it was sealed for', async () => {
    const cursorKey = new Uint8Array(32).fill(7);
    const { processes } = await world(2, undefined, cursorKey);
    const [first, second] = processes.map(({ streams }) => streams);
    const limited = (id: string) => {
      const grants = [{ tenant: 'acme', roles: ['viewer'], scopes: [], toolsets: ['narrow'] }] as const;
      return toActor({ id, kind: 'key', name: id, grants, limits: {} }, 'acme') as Actor;
    };

    const cursor = (await first?.position(limited('key:a'))) ?? '';

    expect(cursor).not.toContain('1-0');
    // As another process of the service, or the same one after a restart, makes it: from the same key.
    expect(await second?.page(limited('key:a'), { after: cursor, limit: 1 })).toMatchObject({ events: [] });
    const refusal = { code: 'E_INVALID_REQUEST' };
    for (const reader of [limited('key:b'), { ...limited('key:a'), tenant: 'other' }, boss]) {
      await expect(second?.page(reader, { after: cursor, limit: 1 })).rejects.toMatchObject(refusal);
    }
  });

  it('refuses what is no cursor of this feed', async () => {
    const { streams } = await world();
    const wrong = [
      '',
      '1',
      '-',
      '1-',
      '-1-0',
      '01-0',
      '1-0 ',
      '1e3-0',
      '2-0',
      '1-1',
      `${'9'.repeat(20)}-0`,
      '１-0',
    ];

    for (const after of wrong) {
      const refusal = { code: 'E_INVALID_REQUEST' };
      await expect(streams.position(boss, { after })).rejects.toMatchObject(refusal);
      await expect(streams.page(boss, { after, limit: 1 })).rejects.toMatchObject(refusal);
    }
    expect(await streams.position(boss, { after: '1-0' })).toBe('1-0');
    expect(await streams.position(boss)).toBe('1-0');
  });
});
