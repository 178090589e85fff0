import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { assertFilesFolder } from './assert-files-folder.ts';

type Places = { readonly folder: string; readonly dataFolder: string; readonly databaseUrl?: string };

async function look(root: string, { folder, dataFolder, databaseUrl }: Places): Promise<void> {
  const files = { folder: join(root, folder), isGiven: true };
  await assertFilesFolder({ files, dataFolder: join(root, dataFolder), databaseUrl });
}

describe('the folder of --files', () => {
  it.each([
    ['the data folder itself', 'data', 'data'],
    ['around the data folder', 'docs', 'docs/data'],
    ['around the data folder, which is not there yet', 'docs', 'docs/new/data'],
    ['in the data folder', 'data/private', 'data'],
    ['a link to the data folder', 'link', 'data'],
    ['one whose tenants would be in the data folder', 'docs', 'docs.tenants'],
  ])('is refused if it is %s', async (_, folder, dataFolder) => {
    await withTempFolder(async (root) => {
      for (const name of ['data/private', 'docs/data']) await mkdir(join(root, name), { recursive: true });
      await symlink(join(root, 'data'), join(root, 'link'));

      const looking = look(root, { folder, dataFolder });

      await expect(looking).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
      await expect(looking).rejects.toThrow('tools could reach the database');
    });
  });

  it.each([
    ['beside the data folder', 'docs', 'data'],
    ['called alike', 'data2', 'data'],
    ['the one that is used without it', 'data/files', 'data'],
  ])('is taken if it is %s', async (_, folder, dataFolder) => {
    await withTempFolder(async (root) => {
      await mkdir(join(root, folder), { recursive: true });

      await look(root, { folder, dataFolder });
    });
  });

  it('is taken wherever it is if the database is on a server', async () => {
    const databaseUrl = 'postgres://db.example/tools';

    await withTempFolder(async (root) => look(root, { folder: '.', dataFolder: 'data', databaseUrl }));
  });
});
