import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { autonomy } from 'toolcrib/runtime';
import { createHarness } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { exampleTools } from './example-tools.ts';
import { tenantFolder } from './tenant-folder.ts';

const scopes = ['files:read', 'notes:write'];
const policy = autonomy({ read: 'allow', write: 'allow', destructive: 'allow' });

/** Everything that the tools tell one tenant, whatever it asks for. */
async function lookAround(folder: string, tenant: string): Promise<string> {
  const tools = exampleTools({ folder });
  const { call } = createHarness(tools, { policy, caller: { id: 'eve', tenant, scopes } });
  const ask = async (name: string, args: object) => {
    const tool = tools.find((each) => each.name === name);
    return tool && (await call(tool, args));
  };
  const records = [
    await ask('find_files', {}),
    await ask('find_files', { text: 'canary' }),
    await ask('summarize_folder', {}),
  ];
  for (const path of ['canary.txt', 'notes/plan.md', '../files/canary.txt', '../default/notes/plan.md'])
    records.push(await ask('read_file', { path }));
  records.push(await ask('delete_note', { name: 'plan' }));
  return JSON.stringify(records.map((record) => [record?.status, record?.result]));
}

describe('the folders of tenants', () => {
  it('show nothing of one tenant to another, and let nobody touch it', async () => {
    await withTempFolder(async (root) => {
      const folder = join(root, 'files');
      await mkdir(folder);
      await writeFile(join(folder, 'canary.txt'), 'canary of default');
      const tools = exampleTools({ folder });
      const saveNote = tools.find(({ name }) => name === 'save_note');
      for (const tenant of ['default', 'acme', 'Acme']) {
        const { call } = createHarness(tools, { policy, caller: { id: 'ada', tenant, scopes } });
        const record = saveNote && (await call(saveNote, { name: 'plan', text: `canary of ${tenant}` }));
        expect(record?.status).toBe('ok');
      }

      expect(await lookAround(folder, 'other')).not.toContain('canary of');
      expect(await lookAround(folder, 'other')).not.toContain('"ok",{"kind":"json","value":{"deleted"');
      const acme = await lookAround(folder, 'acme');
      expect(acme).toContain('canary of acme');
      expect(acme).not.toContain('canary of default');
      expect(acme).not.toContain('canary of Acme');
      const own = await lookAround(folder, 'default');
      expect(own).toContain('canary of default');
      expect(own).not.toMatch(/canary of acme/i);
      expect(await readdir(join(folder, 'notes'))).toEqual(['.deleted']);
      expect(await readdir(join(root, 'files.tenants'))).toContain('acme');
    });
  });

  it('are apart and inside of one folder, also where neither case nor a last dot counts', () => {
    const tenants = ['acme', 'Acme', 'acme.', 'a.b', '.', '..', '...', '.hidden'];

    const places = tenants.map((tenant) => tenantFolder('/data/files', { id: 'ada', tenant }));

    expect(places.filter((place) => !/^\/data\/files\.tenants\/[^/]*[^/.]$/.test(place))).toEqual([]);
    expect(new Set(places.map((place) => place.toLowerCase())).size).toBe(tenants.length);
  });

  it.each(['', '../x', 'a/b', 'a\\b', 'a\0', 'x'.repeat(65)])('refuse the tenant "%s"', (tenant) => {
    expect(() => tenantFolder('/data/files', { id: 'ada', tenant })).toThrow('no folder');
  });
});
