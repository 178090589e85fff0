import { describe, expect, it } from 'vitest';
import { nextTurn } from '../../../../test/catalog/flaky-store.ts';
import { SAMPLE_TIME } from '../stores/testkit/sample-tool.ts';
import type { CatalogEvent } from './catalog-event.ts';
import { EventFeed } from './event-feed.ts';

/** What has happened, how it is read, and how far is known here. */
class World {
  readonly events: CatalogEvent[] = [];
  readonly faults: unknown[] = [];
  readonly reads: { readonly after: number; readonly limit: number }[] = [];
  known = 0;
  /** Called before events are read. */
  onRead: () => Promise<void> | void = () => undefined;
  readonly feed = new EventFeed({
    load: async (after, limit) => {
      this.reads.push({ after, limit });
      await this.onRead();
      return this.events.slice(after, after + limit);
    },
    sequence: () => this.known,
    onFault: (error) => this.faults.push(error),
  });

  constructor(count = 0) {
    this.happen(count);
  }

  /** Adds events, which are known here at once, and answers them. */
  happen(count: number): readonly CatalogEvent[] {
    const events = Array.from({ length: count }, (_, index) => eventOf(this.events.length + index + 1));
    this.events.push(...events);
    this.known = this.events.length;
    return events;
  }

  /** The numbers of what a listener is told from now on. */
  listen(after: number): number[] {
    const heard: number[] = [];
    this.feed.subscribe(({ sequence }) => heard.push(sequence), after);
    return heard;
  }
}

function eventOf(sequence: number): CatalogEvent {
  return { sequence, type: 'tool-updated', name: 'add', at: SAMPLE_TIME };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe('a feed', () => {
  it('tells news at once to whoever is up to date, and reads nothing', () => {
    const world = new World(3);
    const heard = [world.listen(3), world.listen(3)];

    world.feed.publish(world.happen(2));
    world.feed.publish(world.happen(1));

    expect(heard).toEqual([
      [4, 5, 6],
      [4, 5, 6],
    ]);
    expect(world.reads).toEqual([]);
  });

  it('brings whoever is behind forward in pages, while news arrives', async () => {
    const world = new World(1_200);
    world.onRead = () => {
      if (world.events.length < 1_203) world.feed.publish(world.happen(1));
    };

    const heard = world.listen(0);
    for (let turn = 0; turn < 10; turn++) await nextTurn();

    expect(heard).toEqual(range(1, 1_203));
    expect(world.reads.map(({ after }) => after)).toEqual([0, 500, 1_000, 1_202]);
    world.feed.publish(world.happen(1));
    expect(heard.at(-1)).toBe(1_204);
    expect(world.reads).toHaveLength(4);
  });

  it('reads what is missing before news that comes too early, and no further than is known here', async () => {
    const world = new World(1);
    const heard = world.listen(1);
    world.happen(4);
    world.known = 4;

    world.feed.publish(world.events.slice(3, 4));
    await nextTurn();

    expect(heard).toEqual([2, 3, 4]);
    expect(world.reads).toEqual([{ after: 1, limit: 3 }]);
  });

  it('tells nothing twice that arrives twice', () => {
    const world = new World();
    const heard = world.listen(0);
    const news = world.happen(3);

    for (const events of [news, news.slice(1), news.slice(0, 1), news]) world.feed.publish(events);

    expect(heard).toEqual([1, 2, 3]);
  });

  it('begins after an event that is still to come, for whoever wants that', async () => {
    const world = new World(2);
    const heard = world.listen(4);

    world.feed.publish(world.happen(1));
    world.feed.publish(world.happen(3));
    await nextTurn();

    expect(heard).toEqual([5, 6]);
  });

  it('goes on after a read that failed when anything is published, be it nothing', async () => {
    const world = new World(3);
    const failure = new Error('The database is away.');
    world.onRead = () => {
      throw failure;
    };
    const heard = world.listen(0);
    await nextTurn();
    expect([heard, world.faults]).toEqual([[], [failure]]);
    world.onRead = () => undefined;

    world.feed.publish([]);
    await nextTurn();

    expect(heard).toEqual([1, 2, 3]);
    expect(world.faults).toEqual([failure]);
  });

  it('does not read without end where events are missing', async () => {
    const world = new World(2);
    world.known = 9;

    const heard = world.listen(0);
    await nextTurn();

    expect(heard).toEqual([1, 2]);
    expect(world.reads).toHaveLength(2);
  });

  it('tells a listener who throws or rejects of the next event as well, and the others', async () => {
    const world = new World();
    const [thrown, rejected] = [new Error('Thrown.'), new Error('Rejected.')];
    const heard: string[] = [];
    world.feed.subscribe(({ sequence }) => {
      heard.push(`first ${sequence}`);
      throw thrown;
    }, 0);
    world.feed.subscribe(async ({ sequence }) => {
      heard.push(`second ${sequence}`);
      throw rejected;
    }, 0);
    const others = world.listen(0);

    world.feed.publish(world.happen(2));
    await nextTurn();

    expect(heard).toEqual(['first 1', 'first 2', 'second 1', 'second 2']);
    expect(others).toEqual([1, 2]);
    expect(world.faults).toEqual([thrown, thrown, rejected, rejected]);
  });

  it('tells whoever has ended nothing more, in the middle of news and of a read', async () => {
    const world = new World();
    const heard: number[] = [];
    const end = world.feed.subscribe(({ sequence }) => {
      heard.push(sequence);
      if (sequence === 2) end();
    }, 0);
    world.feed.publish(world.happen(3));
    expect(heard).toEqual([1, 2]);

    world.onRead = () => {
      world.feed.close();
      throw new Error('The database is closed too.');
    };
    const late = world.listen(0);
    await nextTurn();
    world.feed.publish(world.happen(1));
    await nextTurn();

    expect([late, world.faults]).toEqual([[], []]);
    expect(world.reads).toHaveLength(1);
  });

  it('tells a listener that another one has added of each event once', async () => {
    const world = new World();
    const [all, fromNow]: [number[], number[]] = [[], []];
    world.feed.subscribe(({ sequence }) => {
      if (sequence !== 1) return;
      world.feed.subscribe((event) => all.push(event.sequence), 0);
      world.feed.subscribe((event) => fromNow.push(event.sequence), world.known);
    }, 0);

    world.feed.publish(world.happen(2));
    await nextTurn();
    world.feed.publish(world.happen(1));
    await nextTurn();

    expect([all, fromNow]).toEqual([[1, 2, 3], [3]]);
  });
});
