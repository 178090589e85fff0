import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bundleChild } from './bundle-child.ts';
import type { CrashPlace } from './crash-place.ts';
import { describeStores } from './describe-stores.ts';
import { readLines } from './lines-file.ts';
import { type GateChild, startGateChild } from './talk-to-child.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Longer than a process has time to go on with a call whose gate was settled. */
const LATER_MS = 20_000;

const nameOf = (kind: string) => `processes that share gates in ${kind}`;

describeStores(nameOf, ({ createPlace }) => {
  const children: GateChild[] = [];
  let place: CrashPlace;
  let script: string;
  let count = 0;

  beforeAll(async () => {
    place = await createPlace();
    script = await bundleChild('gate', place.folder);
  });

  afterEach(async () => {
    for (const child of children.splice(0)) await child.end();
  });

  afterAll(async () => {
    await place.remove();
  });

  async function startWorld() {
    const name = `world_${++count}`;
    const effectsFile = join(place.folder, name);
    const location = await place.addStore(name);
    return {
      effects: () => [...readLines(effectsFile)].sort(),
      start: (owner: string, aheadMs = 0) => {
        const child = startGateChild(script, { location, effectsFile, owner, aheadMs });
        children.push(child);
        return child;
      },
    };
  }

  it('[G2, G4] run a call once that both of them approve at the same time', async () => {
    const { start, effects } = await startWorld();
    const [first, second] = [start('first'), start('second')];
    await first.tell({ do: 'call', tool: 'gated', keys });

    const outcomes = await Promise.all([first.tell({ do: 'approve' }), second.tell({ do: 'approve' })]);
    const ends = await first.tell({ do: 'end' });

    expect(outcomes.flat().filter((status) => status === 'accepted')).toHaveLength(keys.length);
    expect(outcomes.flat().filter((status) => status !== 'accepted' && status !== 'late')).toEqual([]);
    expect(ends).toEqual(keys.map(() => 'ok'));
    expect(effects()).toEqual(keys);
  });

  it('[G4] run a call once that both take over from a dead one', async () => {
    const { start, effects } = await startWorld();
    const [dead, desk] = [start('dead'), start('desk')];
    await dead.tell({ do: 'call', tool: 'gated', keys });
    await dead.end();
    await desk.tell({ do: 'approve' });
    expect(await desk.tell({ do: 'recover' })).toEqual([]);

    const [first, second] = [start('first', LATER_MS), start('second', LATER_MS)];
    const ends = await Promise.all([first.tell({ do: 'recover' }), second.tell({ do: 'recover' })]);

    expect([effects(), 'x']).toEqual([keys,'x']);
    // One may take a call over from the other, which then leaves it.
    expect(ends.flat().filter((status) => status !== 'aborted')).toEqual(keys.map(() => 'ok'));
    expect(effects()).toEqual(keys);
  });

  it.each(['gated', 'asking'] as const)(
    '[G4] do not run a call of the tool "%s" again that another took over while its own was stopped',
    async (tool) => {
      const { start, effects } = await startWorld();
      const [stopped, desk] = [start('stopped'), start('desk')];
      await stopped.tell({ do: 'call', tool, keys: ['a'] });
      stopped.signal('SIGSTOP');
      await desk.tell({ do: 'approve' });
      expect(await start('next', LATER_MS).tell({ do: 'recover' })).toEqual(['ok']);

      stopped.signal('SIGCONT');
      const ends = await stopped.tell({ do: 'end' });

      expect([ends, effects()]).toEqual([['E_CALL_IN_PROGRESS'], ['a']]);
    },
  );
});
