import { assertEqual, assertFails, assertFrozen, assertThat } from './assert.ts';
import { endedAt, nextRevision, sampleEntry, trickyEntry } from './sample-entry.ts';
import { ledgerCase, type StoreCase } from './store-case.ts';

const CONCURRENT = 64;

/** What happens to a single entry. */
export const entryCases: readonly StoreCase[] = [
  ledgerCase('gives an entry back as it was written, frozen', async ({ ledger }) => {
    const first = trickyEntry();
    const second = nextRevision(first, { providerCallId: '\u{1f4a5}\u0000', ...endedAt(0.1, 'failed') });

    for (const entry of [first, second]) {
      if (entry === first) assertEqual(await ledger.insert(first), { inserted: true }, 'The insertion');
      else assertEqual(await ledger.replace(second), true, 'The replacement');
      const clash = await ledger.insert(sampleEntry({ ...entry, revision: 1, invocationId: 'call-2' }));
      const [found] = await ledger.find({ states: [entry.state], tenant: entry.tenant, limit: 1 });

      const answers = {
        get: await ledger.get(entry.invocationId),
        find: found,
        insert: clash.inserted ? undefined : clash.existing,
      };
      for (const [method, answer] of Object.entries(answers)) {
        assertEqual(answer, entry, `The entry that ${method} answers`);
        assertFrozen(answer, `The entry that ${method} answers`);
      }
    }
  }),

  ledgerCase('knows nothing of an invocation that was never inserted', async ({ ledger }) => {
    await ledger.insert(sampleEntry({ invocationId: 'call-1' }));

    assertEqual(await ledger.get('call'), undefined, 'The entry of "call"');
    assertEqual(await ledger.get('CALL-1'), undefined, 'The entry of "CALL-1"');
  }),

  ledgerCase('refuses a second entry of one invocation and keeps the first', async ({ ledger }) => {
    const first = sampleEntry({ idempotencyKey: 'key-1' });
    await ledger.insert(first);

    for (const idempotencyKey of ['key-1', 'key-2', null]) {
      const second = sampleEntry({ idempotencyKey, toolName: 'another_tool' });
      await assertFails(() => ledger.insert(second), `A second entry with the key ${idempotencyKey}`);
    }
    assertEqual(await ledger.get(first.invocationId), first, 'The first entry');
    const other = sampleEntry({ invocationId: 'call-2', idempotencyKey: 'key-2' });
    assertEqual(
      await ledger.insert(other),
      { inserted: true },
      'The insertion with a key that failed before',
    );
  }),

  ledgerCase('replaces the revision before, and no other', async ({ ledger }) => {
    const first = sampleEntry();
    const second = nextRevision(first, { state: 'waiting' });
    const third = nextRevision(second, endedAt(5));
    await ledger.insert(first);

    assertEqual(await ledger.replace(third), false, 'A replacement that leaves a revision out');
    assertEqual(await ledger.replace(first), false, 'A replacement by the same revision');
    assertEqual(await ledger.get('call-1'), first, 'The entry that nothing has replaced');
    assertEqual(await ledger.replace(second), true, 'The replacement of revision 1');
    assertEqual(await ledger.replace(second), false, 'The same replacement once more');
    assertEqual(await ledger.replace(third), true, 'The replacement of revision 2');
    assertEqual(await ledger.get('call-1'), third, 'The entry after two replacements');
  }),

  ledgerCase('replaces nothing that is not there', async ({ ledger }) => {
    const entry = sampleEntry({ revision: 2 });

    assertEqual(await ledger.replace(entry), false, 'The replacement of an entry that was never inserted');
    assertEqual(await ledger.get('call-1'), undefined, 'The entry');
  }),

  ledgerCase('lets one of many concurrent replacements of a revision succeed', async ({ ledger }) => {
    const first = sampleEntry();
    await ledger.insert(first);
    const rivals = Array.from({ length: CONCURRENT }, (_, index) =>
      nextRevision(first, { owner: `runtime-${index}` }),
    );

    const answers = await Promise.all(rivals.map(async (rival) => await ledger.replace(rival)));

    const winners = rivals.filter((_, index) => answers[index] === true);
    assertEqual(winners.length, 1, 'The number of replacements that succeeded');
    assertEqual(await ledger.get('call-1'), winners[0], 'The entry');
  }),

  ledgerCase('never changes an entry that it has given away', async ({ ledger }) => {
    const first = sampleEntry({ idempotencyKey: 'key-1' });
    await ledger.insert(first);
    const given = await ledger.get('call-1');
    const listed = await ledger.find({ states: ['running'], limit: 10 });

    await ledger.replace(nextRevision(first, endedAt(5)));
    await ledger.prune(6);

    assertEqual(given, first, 'The entry that get answered before');
    assertEqual(listed, [first], 'The entries that find answered before');
  }),

  ledgerCase('keeps what it has answered, if it says that it is durable', async (opened) => {
    const { ledger } = opened;
    if (!ledger.isDurable) return;
    assertThat(opened.reopen !== undefined, 'A ledger that is durable is tested with `reopen`.');
    const first = sampleEntry({ invocationId: 'call-1', idempotencyKey: 'key-1' });
    const second = sampleEntry({ invocationId: 'call-2', idempotencyKey: 'key-2' });
    const third = sampleEntry({ invocationId: 'call-3' });
    for (const entry of [first, second, third]) await ledger.insert(entry);
    const ended = nextRevision(second, endedAt(5));
    await ledger.replace(ended);
    await ledger.replace(nextRevision(third, endedAt(4)));
    await ledger.prune(5);

    const again = await opened.reopen();

    const states = ['running', 'ok'] as const;
    assertEqual(await again.find({ states, limit: 10 }), [first, ended], 'What is there after opening again');
    const clash = await again.insert(sampleEntry({ invocationId: 'call-4', idempotencyKey: 'key-1' }));
    assertEqual(clash, { inserted: false, existing: first }, 'The insertion with a key from before');
  }),
];
