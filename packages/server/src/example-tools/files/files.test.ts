import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHarness } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { findFiles } from './find-files.ts';
import { matchName } from './match-name.ts';
import { openFolder } from './open-folder.ts';
import { readFileLines } from './read-file-lines.ts';
import { summarizeFolder } from './summarize-folder.ts';

const ctx = { signal: new AbortController().signal };
const toolError = { cause: { name: 'ToolError' } };

/** A folder to be seen, next to one that is not. */
async function withFiles<Result>(use: (shared: string, secret: string) => Promise<Result>): Promise<Result> {
  return withTempFolder(async (root) => {
    const [shared, secret] = [join(root, 'shared'), join(root, 'secret')];
    await mkdir(join(shared, 'docs', 'deep'), { recursive: true });
    await mkdir(secret);
    await writeFile(join(secret, 'key.txt'), 'top secret\n');
    await writeFile(join(shared, 'readme.md'), 'Hello\nthe Word is here\n');
    await writeFile(join(shared, 'docs', 'deep', 'notes.txt'), 'nothing\r\nword\r\n');
    await writeFile(join(shared, '.hidden'), 'word');
    await writeFile(join(shared, 'binary.dat'), Buffer.from([0x77, 0x6f, 0x72, 0x64, 0]));
    return use(shared, secret);
  });
}

describe('openFolder()', () => {
  it('lists nothing that is hidden, and nothing in hidden folders', async () => {
    await withFiles(async (shared) => {
      await mkdir(join(shared, '.git'));
      await writeFile(join(shared, '.git', 'config'), '');
      const paths: string[] = [];

      const options = { ...ctx, onLimit: () => undefined };
      for await (const { path } of openFolder(shared).walk('', options)) paths.push(path);

      expect(paths).toEqual(['binary.dat', 'readme.md', 'docs/deep/notes.txt']);
    });
  });
});

describe('find_files', () => {
  it('finds by name, sorted, with what is known of each file', async () => {
    await withFiles(async (shared) => {
      const answer = await findFiles(() => openFolder(shared)).executor(ctx)({ name: '*.T?t' });

      expect(answer).toEqual({
        files: [{ path: 'docs/deep/notes.txt', bytes: 15, modifiedAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
        isComplete: true,
      });
    });
  });

  it('finds by text and shows the lines, but neither in hidden files nor in bytes', async () => {
    await withFiles(async (shared) => {
      const answer = await findFiles(() => openFolder(shared)).executor(ctx)({ text: 'WORD' });

      expect(answer).toMatchObject({
        files: [
          { path: 'readme.md', lines: [{ line: 2, text: 'the Word is here' }] },
          { path: 'docs/deep/notes.txt', lines: [{ line: 2, text: 'word' }] },
        ],
      });
    });
  });

  it('says when there is more than was asked for', async () => {
    await withFiles(async (shared) => {
      expect(await findFiles(() => openFolder(shared)).executor(ctx)({ limit: 1 })).toMatchObject({
        files: [{ path: 'binary.dat' }],
        isComplete: false,
      });
    });
  });

  it('does not follow links, neither of files nor of folders nor as a start', async () => {
    await withFiles(async (shared, secret) => {
      await symlink(secret, join(shared, 'linked'));
      await symlink(join(secret, 'key.txt'), join(shared, 'linked.txt'));
      const run = findFiles(() => openFolder(shared)).executor(ctx);

      expect(await run({ text: 'top secret' })).toEqual({ files: [], isComplete: true });
      expect(await run({ under: 'linked' })).toEqual({ files: [], isComplete: true });
    });
  });

  it('works in a folder that is itself reached by a link', async () => {
    await withFiles(async (shared, secret) => {
      const alias = join(secret, 'alias');
      await symlink(shared, alias);

      expect(await findFiles(() => openFolder(alias)).executor(ctx)({ name: '*.md' })).toMatchObject({
        files: [{ path: 'readme.md' }],
      });
    });
  });

  it('stops when nobody waits any more', async () => {
    await withFiles(async (shared) => {
      const run = findFiles(() => openFolder(shared)).executor({ signal: AbortSignal.abort() });

      await expect(run({})).rejects.toMatchObject({ cause: { name: 'AbortError' } });
    });
  });
});

describe('read_file', () => {
  it('refuses more lines at once than a result may have, and gives fewer', async () => {
    await withFiles(async (shared) => {
      const run = readFileLines(() => openFolder(shared)).executor(ctx);
      await writeFile(join(shared, 'long.txt'), `${'x'.repeat(1_000)}\n`.repeat(2_000));

      await expect(run({ path: 'long.txt', maxLines: 2_000 })).rejects.toMatchObject({
        cause: { name: 'ToolError', message: expect.stringContaining('a lower maxLines') },
      });
      expect(await run({ path: 'long.txt', maxLines: 1_000 })).toMatchObject({ lines: { length: 1_000 } });
    });
  });

  it('reads lines, whatever ends them, and says whether there are more', async () => {
    await withFiles(async (shared) => {
      const run = readFileLines(() => openFolder(shared)).executor(ctx);

      expect(await run({ path: 'docs/deep/notes.txt', maxLines: 1 })).toEqual({
        path: 'docs/deep/notes.txt',
        firstLine: 1,
        lines: ['nothing'],
        totalLines: 2,
        isEnd: false,
      });
      expect(await run({ path: './docs//deep/notes.txt', firstLine: 2 })).toMatchObject({
        lines: ['word'],
        isEnd: true,
      });
      expect(await run({ path: 'readme.md', firstLine: 99 })).toMatchObject({ lines: [], isEnd: true });
    });
  });

  it.each([
    '../secret/key.txt',
    'docs/../../secret/key.txt',
    '/etc/passwd',
    '..',
    '.hidden',
    'linked/key.txt',
    'linked.txt',
    'shown.txt',
    'readme.md\0.txt',
    'docs\\..\\..\\secret\\key.txt',
    'C:\\secret',
    'docs',
    'missing.txt',
    'readme.md/x',
    'pipe',
    'binary.dat',
    'x/'.repeat(500),
  ])('refuses %s', async (path) => {
    await withFiles(async (shared, secret) => {
      await symlink(secret, join(shared, 'linked'));
      await symlink(join(secret, 'key.txt'), join(shared, 'linked.txt'));
      await symlink(join(shared, '.hidden'), join(shared, 'shown.txt'));
      execFileSync('mkfifo', [join(shared, 'pipe')]);

      await expect(readFileLines(() => openFolder(shared)).executor(ctx)({ path })).rejects.toMatchObject(
        toolError,
      );
    });
  });

  it('finds nothing in a folder that has gone', async () => {
    await withFiles(async (shared) => {
      await rm(shared, { recursive: true });

      await expect(
        readFileLines(() => openFolder(shared)).executor(ctx)({ path: 'readme.md' }),
      ).rejects.toMatchObject(toolError);
    });
  });
});

describe('summarize_folder', () => {
  it('counts everything that can be seen, and tells how far it is', async () => {
    await withFiles(async (shared) => {
      const harness = createHarness(summarizeFolder(() => openFolder(shared)));

      const record = await harness.call({}, { caller: { id: 'ada', scopes: ['files:read'] } });

      expect(record).toMatchObject({
        status: 'ok',
        result: {
          value: {
            files: 3,
            bytes: 43,
            lines: 4,
            words: 7,
            kinds: [{ extension: '.md', files: 1, bytes: 23 }, { extension: '.txt' }, { extension: '.dat' }],
            isComplete: true,
          },
        },
      });
      expect(harness.events.ofType('tool-call-progress')).toHaveLength(3);
    });
  });
});

describe('matchName()', () => {
  it.each([
    ['readme.md', '*.MD', true],
    ['readme.md', 'read??.md', true],
    ['readme.md', '*', true],
    ['readme.md', 'readme', false],
    ['abcabc', '*abc', true],
    ['ab', 'a*b*c', false],
    ['a', '', false],
    ['', '**', true],
  ])('compares %s with %s', (...[name, pattern, expected]) => {
    expect(matchName(name, pattern)).toBe(expected);
  });
});
