import { statSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';
import { toLines, viewOf } from './catalog-view.ts';
import { describeOwnPostgres } from './describe-own-postgres.ts';
import { runSql } from './run-sql.ts';
import { sampleSpec } from './sample-spec.ts';
import { openServerCatalog } from './server-world.ts';
import { canMount, createSmallDisk, SMALL_DISK_HINT } from './small-disk.ts';
import { refusalOf, type StoreRefusal, secretSpec, toRefusal } from './store-refusal.ts';

/** How long to look for what the server does by itself. */
const PATIENCE = { timeout: 60_000, interval: 5 };

const batch = ['b', 'cc', 'ddd'].map((name) => secretSpec(name));

const ofCommitted = "from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'";

describeOwnPostgres('a catalogue on a server that', (own) => {
  it('ends a connection after the commit says that it cannot know, and finds what was committed', async () => {
    const { url } = own().database;
    const { catalog, seen, close } = await openServerCatalog(url);
    onTestFinished(close);
    await catalog.register(sampleSpec('a'));
    await waitForCopies(url, true);
    onTestFinished(() => waitForCopies(url, false));

    const terminated = vi.waitFor(
      async () =>
        expect(await runSql(url, `select pg_terminate_backend(pid) ${ofCommitted}`)).toHaveLength(1),
      PATIENCE,
    );
    const published: ToolSpec[] = [];
    let refusal: StoreRefusal | undefined;
    // It takes a while until the server does as it was told.
    while (refusal === undefined) {
      const spec = secretSpec(`tool-${published.length}`);
      published.push(spec);
      refusal = await catalog.register(spec).then(() => undefined, toRefusal);
    }
    await terminated;

    expect(refusal).toEqual({ code: 'E_STORE_FAILED', reason: 'unreachable', isOutcomeUnknown: true });
    await waitForCopies(url, false);
    expect(await catalog.registerAll(published)).toEqual(published.map(({ name }) => catalog.get(name)));
    expect(toLines(seen)).toEqual((await viewOf(catalog)).events);
    expect(seen.map(({ name }) => name)).toEqual(['a', ...published.map(({ name }) => name)]);
  });

  it('has no room left refuses changes, and makes them when there is room again', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const { url } = own().database;
    const disk = await createSmallDisk(2 ** 21);
    onTestFinished(disk.remove);
    const space = join(disk.folder, 'space');
    await mkdir(space);
    const { uid, gid } = statSync(decodeURIComponent(new URL(url).hostname));
    await chown(space, uid, gid);
    await runSql(url, `create tablespace small location '${space}'`);
    onTestFinished(async () => {
      await runSql(url, 'drop schema if exists small cascade');
      await runSql(url, 'drop tablespace small');
    });
    await runSql(url, 'create schema small');
    const options = encodeURIComponent('-c search_path=small -c default_tablespace=small');
    const { catalog, seen, close } = await openServerCatalog(`${url}?options=${options}`);
    onTestFinished(close);
    await catalog.register(sampleSpec('a'));
    const before = await viewOf(catalog);
    await disk.fill();

    for (let count = 0; count < 3; count++) {
      expect(await refusalOf(catalog.registerAll(batch))).toEqual({ code: 'E_STORE_FULL', reason: 'full' });
    }
    await catalog.refresh();
    expect(await viewOf(catalog)).toEqual(before);

    await disk.free();
    await catalog.registerAll(batch);
    await vi.waitFor(() => expect(seen).toHaveLength(1 + batch.length), PATIENCE);
    expect(toLines(seen)).toEqual((await viewOf(catalog)).events);
  });
});

/** Has the server wait in every commit, when it is done, until there is a copy of it elsewhere, which never is. */
async function waitForCopies(url: string, isOn: boolean): Promise<void> {
  const change = isOn ? "set synchronous_standby_names = 'nobody'" : 'reset synchronous_standby_names';
  await runSql(url, `alter system ${change}`);
  await runSql(url, 'select pg_reload_conf()');
}
