import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLocal } from '../../packages/server/src/cli/client/connect-local.ts';
import { runCli } from './run-cli.ts';
import { type ServedToolcrib, serveToolcrib } from './toolcrib.ts';

const spec = {
  name: 'weather',
  version: '1.0.0',
  description: 'Tells the weather of a place.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};

describe('looking after a catalogue, on the local database and over the network', () => {
  let cwd = '';
  let server: ServedToolcrib;
  const ask = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runCli(argv, { cwd, env, connectLocal, fetch: (request) => fetch(request) });
  const local = (...argv: readonly string[]) => ask(argv);
  const remote = (...argv: readonly string[]) =>
    ask(argv, { TOOLCRIB_URL: server.url, TOOLCRIB_KEY: server.adminKey });

  async function propose(change: Partial<Record<keyof typeof spec, unknown>>): Promise<void> {
    await writeFile(join(cwd, 'weather.json'), JSON.stringify({ ...spec, ...change }));
    const { code, stderr } = await remote('register', 'weather.json', '--draft', '--reason', 'news');
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('toolcrib drafts') });
  }

  beforeAll(async () => {
    cwd = await realpath(await mkdtemp(join(tmpdir(), 'toolcrib-governance-')));
    await mkdir(join(cwd, 'mine'));
    await writeFile(join(cwd, 'mine', 'of-mine.txt'), 'Found.');
    server = await serveToolcrib(['--files', 'mine'], { cwd });
  });

  afterAll(async () => {
    await server?.stop();
    await rm(cwd, { recursive: true, force: true });
  });

  it('shows drafts in full, and publishes one that is still what was shown', async () => {
    await propose({});
    const first = await remote('drafts', 'show', 'weather');
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('"place"') });
    // The key that has proposed it is not somebody else; whoever has the database may do everything.
    expect(await remote('drafts', 'approve', 'weather')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('E_SELF_APPROVAL'),
    });
    expect(await local('drafts', 'approve', 'weather')).toMatchObject({
      code: 0,
      stdout: 'weather 1.0.0 is published.\n',
    });
    const longer = `Tells the weather. ${'It may rain. '.repeat(20)}`.trim();
    await propose({ version: '1.1.0', description: longer });

    const lists = [await local('drafts'), await remote('drafts', 'list', '--tool', 'weather')];
    const shown = await runCli(['drafts', 'show', 'weather'], {
      ...{ cwd, connectLocal, columns: 60 },
      env: { NO_COLOR: '1' },
    });
    const digest = /digest +(\S+)/.exec(shown.stdout)?.[1] ?? '';
    const stale = await local('drafts', 'approve', 'weather', '--digest', digest.replace(/.{4}$/, '0000'));
    const authority = /authority +(\S+)/.exec(shown.stdout)?.[1] ?? '';
    const seen = ['--digest', digest, '--authority', authority];
    const other = await local('drafts', 'approve', 'weather', '--digest', digest, '--authority', digest);
    const approved = await local('drafts', 'approve', 'weather', '1.1.0', ...seen);

    for (const { stdout } of lists) expect(stdout).toMatch(/weather +1\.1\.0 +\S+ +key:\S+ +1 +news/);
    expect(shown.stdout).toContain('- Tells the weather of a place.');
    expect(shown.stdout).toContain('It may rain. It may rain. It may rain.');
    expect(shown.stdout).not.toContain('…');
    expect(shown.stderr).toContain(`toolcrib drafts approve weather 1.1.0 ${seen.join(' ')}`);
    expect(other).toMatchObject({ code: 4, stderr: expect.stringContaining('E_PLAN_STALE') });
    expect(stale).toMatchObject({ code: 4, stderr: expect.stringContaining('E_PLAN_STALE') });
    expect(approved).toMatchObject({ code: 0, stdout: 'weather 1.1.0 is published.\n' });
    expect((await local('drafts')).stderr).toContain('No drafts wait.');
  });

  it('drops a draft, also one without a version, and says when there is none', async () => {
    await propose({ name: 'tides', version: undefined });

    const review = JSON.parse((await remote('drafts', 'show', 'tides', '-', '--json')).stdout);
    const dropped = await remote('drafts', 'discard', 'tides', '-', '--reason', 'not now');
    const [here, there] = [await local('drafts', 'show', 'tides'), await remote('drafts', 'show', 'tides')];

    expect(review.draft.version).toBeNull();
    expect(dropped).toMatchObject({ code: 0, stdout: 'The draft of tides is dropped.\n' });
    expect(here).toMatchObject({ code: 3, stderr: expect.stringContaining('toolcrib drafts list') });
    expect(here).toEqual(there);
  });

  it('puts tools into quarantine, here and there, and releases them', async () => {
    const without = await remote('quarantine', 'hash_text');
    const put = await remote('quarantine', 'hash_text', 'to_come', '--reason', 'under suspicion');
    const [listed, json] = [await remote('quarantine'), await local('quarantine', '--json')];
    const called = await local('call', 'hash_text', 'text=x');
    const released = await local('release', 'hash_text', 'to_come', '--reason', 'it was nothing');
    const again = await local('call', 'hash_text', 'text=x');
    const twice = await local('release', 'to_come');
    const [none, reasoned] = [await remote('quarantine'), await remote('quarantine', '--reason', 'x')];

    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason') });
    expect(put.stdout).toBe(
      'hash_text is in quarantine.\nto_come is in quarantine; there is no tool of that name yet.\n',
    );
    expect(listed.stdout).toMatch(
      /^NAME +TOOL +SINCE +BY +REASON\nhash_text +yes .*\nto_come +none .* under suspicion\n$/,
    );
    expect(JSON.parse(json.stdout).items).toMatchObject([
      { name: 'hash_text' },
      { name: 'to_come', hasTool: false },
    ]);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing is in quarantine.\n' });
    expect(reasoned).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the tools') });
    expect(called).toMatchObject({ code: 4, stderr: expect.stringContaining('toolcrib release') });
    expect(released.stdout).toBe('hash_text is released.\nto_come is released.\n');
    expect(twice.code).toBe(3);
    expect(twice.stderr).toContain('"to_come" is not in quarantine, and there is no tool of that name.');
    expect(again.code).toBe(0);
  });

  it('sets policies, of the tenant and of a tool, and takes them back', async () => {
    const set = await remote('policy', 'set', '--tool', 'weather', '--compatibility', 'review');
    const [here, there] = await Promise.all([
      local('policy', 'show', '--tool', 'weather', '--json'),
      remote('policy', '--tool', 'weather', '--json'),
    ]);
    const reset = await local('policy', 'set', '--tool', 'weather', '--reset');
    const all = await local('policy');

    expect(set.stdout).toMatch(/^of +weather\ncompatibility +review\nlint +block\n$/);
    expect(here).toEqual(there);
    expect(JSON.parse(here.stdout)).toEqual({
      tool: 'weather',
      policy: { compatibility: 'review', lint: 'block' },
    });
    expect(reset.stdout).toMatch(/compatibility +none\n/);
    expect(all.stdout).toMatch(/^of +every tool without a policy of its own\n/);
  });

  it.each([[], ['--compatibility', 'strict'], ['--reset', '--lint', 'block']])(
    'sets no policy for %s %s %s',
    async (...flags) => {
      expect((await local('policy', 'set', ...flags)).code).toBe(2);
    },
  );

  it('brings a catalogue back, after a look at what that would change', async () => {
    const saved = await remote('snapshot', 'save', 'before.json');
    const text = await readFile(join(cwd, 'before.json'), 'utf8');
    await local('disable', 'parse_csv');
    await local('quarantine', 'to_come', '--reason', 'odd');

    const dryRun = await local('snapshot', 'restore', 'before.json', '--dry-run');
    const digest = /--if (\S+)/.exec(dryRun.stderr)?.[1] ?? '';
    await local('disable', 'get_time');
    const stale = await remote('snapshot', 'restore', 'before.json', '--if', digest);
    const restored = await remote('snapshot', 'restore', 'before.json', '--reason', 'undo');
    const again = await local('snapshot', 'restore', 'before.json', '--dry-run');

    expect(saved.stderr).toMatch(/before\.json is written\. The catalogue is sha256:[0-9a-f]{64}\.\n/);
    expect(dryRun.stdout).toMatch(/changed +parse_csv +enabled\n/);
    expect(dryRun.stdout).toMatch(/released +to_come +odd\n/);
    expect(dryRun.stderr).toContain('Nothing was changed.');
    expect(stale).toMatchObject({ code: 4, stderr: expect.stringContaining('E_PRECONDITION_FAILED') });
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('get_time') });
    expect(again).toMatchObject({ stdout: '', stderr: 'The catalogue is as the snapshot has it.\n' });
    expect((await local('snapshot', 'save', '-')).stdout).toBe(text);
  });

  it.each(['no.json', 'weather.json'])('restores nothing of %s', async (file) => {
    expect(await local('snapshot', 'restore', file)).toMatchObject({ code: 2, stdout: '' });
  });

  it('sees the files that the service sees, if it is told where they are', async () => {
    const find = ['call', 'find_files', 'name=of-mine*'];

    const [there, here, elsewhere] = [
      await remote(...find),
      await local(...find, '--files', 'mine'),
      await local(...find),
    ];
    const wrong = await local(...find, '--files', 'toolcrib-data');

    expect(there.stdout).toContain('of-mine.txt');
    expect(here.stdout).toBe(there.stdout);
    expect(elsewhere.stdout).not.toContain('of-mine.txt');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('contains the other') });
  });
});
