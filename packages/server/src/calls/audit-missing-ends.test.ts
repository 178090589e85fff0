import type { Ledger, LedgerQuery } from 'toolcrib/runtime';
import { createFakeClock, createFakeIds, type FakeClock } from 'toolcrib/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { auditDraft } from '../../../../test/audit/audit-draft.ts';
import { createUnreliableStore } from '../../../../test/audit/unreliable-store.ts';
import { actorOf, startCallWorld, toolOf } from '../../../../test/calls/call-world.ts';
import { createAuditLog } from '../audit/create-audit-log.ts';
import { toAuditLine } from '../audit/to-audit-line.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { createService, type RunningService } from '../service/create-service.ts';
import { openServiceDatabase } from '../store/open-service-database.ts';
import type { ServiceStore } from '../store/service-store.ts';
import { auditMissingEnds } from './audit-missing-ends.ts';

const ada = actorOf('key:ada', { tenant: 'default', scopes: ['*'] });
const approver = actorOf('key:approver', { tenant: 'default', roles: ['approver'] });

/** One process of a service on a file, whose connection to the audit log a test can cut. */
interface Process {
  readonly running: RunningService;
  readonly store: ServiceStore;
  /** While it is mute, nothing that is to be written into the audit log gets there, and nobody is told. */
  readonly line: { isMute: boolean };
  /** What was looked for in the ledger by the time of its end. */
  readonly looks: readonly LedgerQuery[];
  call(tool: string): Promise<string>;
}

type Place = { readonly dataFolder: string; readonly clock: FakeClock };

/** Starts a process; the one before it may have died, or go on. */
async function startProcess({ dataFolder, clock }: Place, owner: string): Promise<Process> {
  const database = await openServiceDatabase({ dataFolder }, { clock });
  onTestFinished(() => database.close());
  const looks: LedgerQuery[] = [];
  const { store, ledger } = database;
  const find = (query: LedgerQuery) => {
    if (query.endedFrom !== undefined) looks.push(query);
    return ledger.find(query);
  };
  const line = { isMute: false };
  const appendAudit: ServiceStore['appendAudit'] = (...args) =>
    line.isMute ? new Promise(() => undefined) : store.appendAudit(...args);
  const tools = [
    toolOf('echo', () => 'hi', { effect: 'read' }),
    toolOf('hang', () => new Promise(() => undefined), { effect: 'read' }),
    toolOf('wipe', () => 'wiped', { effect: 'destructive' }),
  ];
  const running = await createService({
    ...{ clock, owner, tools },
    database: {
      ...database,
      store: withChanges(store, { appendAudit }),
      ledger: withChanges(ledger, { find }),
    },
  });
  return {
    ...{ running, store, looks, line },
    async call(tool) {
      const { tenants, calls } = running.service;
      const view = await (await tenants.open('default')).view();
      const { accepted, ended } = await calls.start({ actor: ada, view, tool, args: {} });
      ended.catch(() => undefined);
      return await accepted;
    },
  };
}

/** The same object with some methods of its own. */
function withChanges<Value extends object>(value: Value, changes: Partial<Value>): Value {
  return new Proxy(value, {
    get(target, name) {
      const member = Reflect.get(name in changes ? changes : target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Ends a call of which the ledger knows and the audit log does not, as a process leaves it that is killed then. */
async function endUnaudited(process: Process): Promise<string> {
  process.line.isMute = true;
  const id = await process.call('echo');
  const isEnded = async () => (await process.running.service.ledger.get(id))?.state === 'ok';
  await vi.waitUntil(isEnded, { timeout: 60_000 });
  return id;
}

/** Lets time pass while a database works, in steps that are shorter than it is waited for. */
async function passTime(clock: FakeClock, durationMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs; passedMs += 5_000) {
    await clock.advance(5_000);
    for (let task = 0; task < 10; task++) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What the log says of calls; fails unless it holds together. */
async function readEnds({ store }: Process) {
  const entries = await store.auditEntries('default', 0, 1_000);
  expect(await verifyAudit(entries.map(toAuditLine))).toMatchObject({ isIntact: true });
  return entries.filter(({ action }) => action.startsWith('tool-call'));
}

async function inFolder(body: (place: Place) => Promise<void>): Promise<void> {
  await withTempFolder((dataFolder) => body({ dataFolder, clock: createFakeClock() }));
}

describe('the end of a call whose process was killed before it was in the audit log', () => {
  it('is written by the next process of the same name before that takes requests', async () => {
    await inFolder(async (place) => {
      const first = await startProcess(place, 'serve');
      const audited = await first.call('echo');
      await place.clock.advance(1_000);
      const id = await endUnaudited(first);
      await place.clock.advance(1_000);

      const second = await startProcess(place, 'serve');

      const ends = await readEnds(second);
      expect(ends.map(({ invocationId }) => invocationId)).toEqual([audited, id]);
      expect(ends[1]).toMatchObject({
        ...{ action: 'tool-call-end', outcome: 'ok', actor: 'key:ada', subject: 'echo' },
        details: {
          ...{ version: '1.0.0', status: 'ok', sideEffect: 'none', isRecovered: true },
          ...{ contentDigest: expect.any(String), endedAt: '2026-01-01T00:00:01.000Z' },
        },
      });
      await passTime(place.clock, 300_000);
      expect(await readEnds(second)).toHaveLength(2);
      await second.running.close();
    });
  });

  it('is written once by others when it was silent for long, and not before', async () => {
    await inFolder(async (place) => {
      const gone = await startProcess(place, 'gone');
      const id = await endUnaudited(gone);
      // A process that was killed says nothing more.
      gone.store.putAuditMark = async () => undefined;
      const others = [await startProcess(place, 'one'), await startProcess(place, 'two')] as const;

      await passTime(place.clock, 100_000);
      const early = await readEnds(others[0]);
      await passTime(place.clock, 60_000);

      const ends = await readEnds(others[0]);
      expect(early).toEqual([]);
      expect(ends.map(({ invocationId }) => invocationId)).toEqual([id]);
      const marks = await others[1].store.listAuditMarks();
      expect(marks.map(({ owner }) => owner)).toEqual(['one', 'two']);
      for (const { running } of others) await running.close();
    });
  });

  it('is written behind the decision about the call, by all others once', async () => {
    await inFolder(async (place) => {
      const gone = await startProcess(place, 'gone');
      const id = await gone.call('wipe');
      const { approvals, ledger } = gone.running.service;
      const isListed = async () => (await approvals.list(approver, { limit: 1 })).items.length > 0;
      await vi.waitUntil(isListed, { timeout: 60_000 });
      const { toolDigest, contentDigest } = await approvals.find(approver, `${id}.0`);
      const digests = { toolDigest: toolDigest ?? '', contentDigest: contentDigest ?? '' };
      gone.line.isMute = true;
      approvals.settle(approver, `${id}.0`, { ...digests, decision: 'reject' }).catch(() => undefined);
      await vi.waitUntil(async () => (await ledger.get(id))?.state === 'denied', { timeout: 60_000 });
      gone.store.putAuditMark = async () => undefined;
      const others = [await startProcess(place, 'one'), await startProcess(place, 'two')] as const;

      await passTime(place.clock, 160_000);

      const entries = await others[0].store.auditEntries('default', 0, 1_000);
      const told = entries.filter(({ invocationId }) => invocationId === id);
      expect(told.map(({ action, actor, outcome }) => [action, actor, outcome])).toEqual([
        ['gate-open', 'key:ada', 'ok'],
        ['gate-settled', 'key:approver', 'denied'],
        ['tool-call-end', 'key:ada', 'denied'],
      ]);
      for (const { running } of others) await running.close();
    });
  });

  it('is left to a process that lives, however long that cannot write', async () => {
    await inFolder(async (place) => {
      const slow = await startProcess(place, 'slow');
      const other = await startProcess(place, 'other');
      const id = await endUnaudited(slow);

      await passTime(place.clock, 600_000);
      const meanwhile = await readEnds(other);
      slow.line.isMute = false;
      await passTime(place.clock, 60_000);

      expect(meanwhile).toEqual([]);
      const ends = await readEnds(other);
      expect(ends.map(({ invocationId, details }) => [invocationId, details?.isRecovered])).toEqual([
        [id, undefined],
      ]);
      for (const { running } of [slow, other]) await running.close();
    });
  });

  it('is not looked for after a clean stop, nor while nobody dies', async () => {
    await inFolder(async (place) => {
      const first = await startProcess(place, 'serve');
      await first.call('echo');
      await passTime(place.clock, 200_000);
      await first.running.close();

      const marks = await first.store.listAuditMarks();
      const second = await startProcess(place, 'serve');
      await passTime(place.clock, 200_000);

      expect(marks).toEqual([]);
      expect([first.looks, second.looks]).toEqual([[], []]);
      await second.running.close();
    });
  });

  it('is looked for since its process last said that all was written, and no longer', async () => {
    await inFolder(async (place) => {
      const startedAt = place.clock.now();
      await startProcess(place, 'serve');
      await passTime(place.clock, 600_000);

      const second = await startProcess(place, 'serve');

      const [look] = second.looks;
      expect(look).toMatchObject({ owner: 'serve' });
      expect((look?.endedFrom ?? 0) - startedAt).toBeGreaterThan(600_000 - 120_000);
      await second.running.close();
    });
  });

  it('is there already if the call was interrupted', async () => {
    await inFolder(async (place) => {
      const first = await startProcess(place, 'serve');
      const id = await first.call('hang');
      await place.clock.advance(1_000);
      await startProcess(place, 'serve');
      await place.clock.advance(1_000);

      const third = await startProcess(place, 'serve');

      const ends = await readEnds(third);
      expect(ends.map(({ action, invocationId }) => [action, invocationId])).toEqual([
        ['tool-call-interrupted', id],
      ]);
    });
  });
});

it('writes each end once, however many look for it at the same time while others write too', async () => {
  const { publish, desk, ledger } = startCallWorld({ owner: 'one', tools: [toolOf('echo')] });
  const view = await (await publish()).view();
  const actor = actorOf('key:ada', { scopes: ['*'] });
  const ids: string[] = [];
  for (let call = 0; call < 5; call++) {
    const { invocationId, ended } = await desk.start({ actor, view, tool: 'echo', args: {} });
    ids.push(invocationId);
    await ended;
  }
  const store = createUnreliableStore();
  const open = (prefix: string) =>
    createAuditLog({ store, randomId: createFakeIds(prefix), onFault: () => undefined });
  const writer = open('writer');
  const { promise: isFound, resolve: find } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const get = async (id: string) => {
    find();
    await mayGoOn;
    return ledger.get(id);
  };
  const look = (prefix: string, where: Ledger = ledger) =>
    auditMissingEnds({ ledger: where, audit: open(prefix) }, { owner: 'one', from: 0 });

  // It has seen that they are missing, and writes when others have.
  const late = look('late', withChanges(ledger, { get }));
  await isFound;
  const writing = Array.from({ length: 10 }, () => writer.append(auditDraft()));
  await Promise.all([...writing, ...['a', 'b', 'c'].map((prefix) => look(prefix))]);
  goOn();
  await late;

  const entries = store.log('acme');
  const found = entries.flatMap(({ invocationId = [] }) => invocationId);
  expect(found.toSorted()).toEqual(ids.toSorted());
  expect(entries).toHaveLength(15);
  expect(await verifyAudit(entries.map(toAuditLine))).toMatchObject({ isIntact: true });
});

it('keeps its mark when it stops and not everything is written', async () => {
  const marks = new Map();
  const audit = { flush: () => Promise.reject(new Error('The disk is full.')) };
  const tools = [toolOf('echo')];
  const { publish, desk } = startCallWorld({ owner: 'one', marks, audit, tools });
  const view = await (await publish()).view();
  const actor = actorOf('key:ada', { scopes: ['*'] });
  await (await desk.start({ actor, view, tool: 'echo', args: {} })).ended;

  await desk.close();

  expect([...marks.keys()]).toEqual(['one']);
});
