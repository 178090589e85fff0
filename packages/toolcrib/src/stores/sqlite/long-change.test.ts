import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import type { ChangeSet } from '../../catalog/index.ts';
import { SAMPLE_TIME, sampleTool } from '../testkit/sample-tool.ts';
import { sqliteSession, sqliteStore } from './index.ts';

function openDatabase() {
  const database = new DatabaseSync(':memory:');
  database.exec('create table notes (name text not null)');
  const session = sqliteSession(database);
  const store = sqliteStore(database, { session });
  const notes = () => session.all('select name from notes', []);
  const write = (name: string) => session.run('insert into notes (name) values (?)', [name]);
  return { database, session, store, notes, write };
}

function manyTools(prefix: string): ChangeSet {
  const names = Array.from({ length: 1_000 }, (_, index) => `${prefix}_${index}`);
  return {
    tools: names.map((name) => ({ name, before: undefined, after: sampleTool({ name }) })),
    documents: [],
    events: names.map((name) => ({ type: 'tool-created', name, at: SAMPLE_TIME })),
  };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('lets others have their turn in a large change, and keeps their writes out of it', async () => {
  const { store, notes, write } = openDatabase();
  const order: string[] = [];
  let pauses = 0;
  let others: Promise<unknown> | undefined;

  const changing = store.change('acme', {
    known: 0,
    decide: () => manyTools('a'),
    pause: async () => {
      pauses += 1;
      others ??= Promise.all([
        write('meanwhile').then(() => order.push('written')),
        store.load('other').then(() => order.push('read')),
      ]);
      await nextTurn();
      expect(await notes()).toEqual([]);
    },
  });
  await changing.then(() => order.push('changed'));
  await others;

  expect(pauses).toBeGreaterThan(3);
  expect(order[0]).toBe('changed');
  expect(await notes()).toEqual([{ name: 'meanwhile' }]);
  expect((await store.load('acme')).tools.size).toBe(1_000);
});

it('keeps what others wrote when a large change fails', async () => {
  const { store, notes, write } = openDatabase();
  let writing: Promise<unknown> | undefined;

  const changing = store.change('acme', {
    known: 0,
    decide: () => manyTools('a'),
    pause: async () => {
      if (writing !== undefined) throw new Error('Closed.');
      writing = write('meanwhile');
    },
  });

  await expect(changing).rejects.toThrow('Closed.');
  await writing;
  expect(await notes()).toEqual([{ name: 'meanwhile' }]);
  expect((await store.load('acme')).sequence).toBe(0);
});

it('gives a large change up for a flush, after which the connection may be closed', async () => {
  const { database, session, store, write } = openDatabase();
  let writing: Promise<unknown> | undefined;

  const failing = rejectionOf(
    store.change('acme', {
      known: 0,
      decide: () => manyTools('a'),
      pause: async () => {
        writing ??= write('meanwhile');
        session.flush();
      },
    }),
  );

  expect(await failing).toMatchObject({ code: 'E_STORE_FAILED', context: { reason: 'unreachable' } });
  await writing;
  expect(database.prepare('select count(*) as count from notes').get()).toEqual({ count: 1 });
  expect((await store.load('acme')).sequence).toBe(0);
});

it('does not wait where others on the connection could get into the transaction', async () => {
  const store = sqliteStore(new DatabaseSync(':memory:'));
  let pauses = 0;

  await store.change('acme', {
    known: 0,
    decide: () => manyTools('a'),
    pause: async () => {
      pauses += 1;
    },
  });

  expect(pauses).toBe(0);
  expect((await store.load('acme')).tools.size).toBe(1_000);
});
