import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFolder } from '../scripts/lib/replace-folder.ts';
import { root } from '../scripts/lib/repository.ts';

const ROUNDS = 20;

describe('replaceFolder', () => {
  it('leaves nothing of what was there before', async () => {
    await withPlace(async (target) => {
      mkdirSync(target);
      writeFileSync(join(target, 'old.js'), '');

      await replaceFolder(target, (folder) => writeFile(join(folder, 'new.js'), ''));

      expect(readdirSync(target)).toEqual(['new.js']);
    });
  });

  it('lets several fill folders of their own at once, of which one stays, whole', async () => {
    await withPlace(async (target) => {
      const filled: string[] = [];
      const replace = (name: string) =>
        replaceFolder(target, async (folder) => {
          filled.push(folder);
          await writeFile(join(folder, `${name}.js`), '');
          await writeFile(join(folder, `${name}.d.ts`), '');
        });

      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(['a', 'b', 'c'].map(replace));

        const [types = '', code = '', ...more] = readdirSync(target).sort();
        expect([code.replace('.js', ''), more]).toEqual([types.replace('.d.ts', ''), []]);
      }
      expect(new Set(filled).size).toBe(3 * ROUNDS);
      expect(filled.filter((folder) => existsSync(folder))).toEqual([]);
    });
  });

  it('keeps what was there when the new one cannot be filled', async () => {
    await withPlace(async (target) => {
      mkdirSync(target);
      writeFileSync(join(target, 'old.js'), '');
      let unfinished = '';

      const replaced = replaceFolder(target, async (folder) => {
        unfinished = folder;
        throw new Error('It does not compile.');
      });

      await expect(replaced).rejects.toThrow('It does not compile.');
      expect([readdirSync(target), existsSync(unfinished)]).toEqual([['old.js'], false]);
    });
  });
});

/** Where a folder can be, on the disk of the repository. */
async function withPlace(use: (target: string) => Promise<void>): Promise<void> {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'replace-folder-'));
  try {
    await use(join(folder, 'target'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
