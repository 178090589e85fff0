import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { loadIssuers } from './load-issuers.ts';

const issuer = { issuer: 'https://id.example.com', audience: 'toolcrib', tenants: ['default'] };

describe('a file of issuers', () => {
  it('is a list of them', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'issuers.json');
      await writeFile(
        file,
        JSON.stringify([{ ...issuer, maxRoles: ['caller'], limits: { callsPerDay: 5 } }]),
      );

      expect(await loadIssuers(file)).toEqual([
        { ...issuer, maxRoles: ['caller'], limits: { callsPerDay: 5 } },
      ]);
    });
  });

  it('is as the guide shows it', async () => {
    const guide = await readFile('docs/guide/operations.md', 'utf8');
    const examples = Array.from(guide.matchAll(/^```json\n(\[.*?)^```/gms), ([, text = '']) => text);
    await withTempFolder(async (folder) => {
      const file = join(folder, 'issuers.json');
      for (const text of examples) {
        await writeFile(file, text);

        expect(await loadIssuers(file)).toMatchObject(JSON.parse(text));
      }
    });
    expect(examples.some((text) => text.includes('grantRules'))).toBe(true);
  });

  it.each([
    ['no JSON', '[', 'cannot be read as JSON'],
    ['no list', '{}', 'is wrong at its beginning'],
    [
      'an issuer without an audience',
      JSON.stringify([{ ...issuer, audience: '' }]),
      'is wrong in issuer 1 (https://id.example.com), at audience: ',
    ],
    [
      'a role that there is not',
      JSON.stringify([{ ...issuer, maxRoles: ['root'] }]),
      'is wrong in issuer 1 (https://id.example.com), at maxRoles.0: ',
    ],
    [
      'a field that means nothing',
      JSON.stringify([{ ...issuer, secret: 'x' }]),
      'is wrong in issuer 1 (https://id.example.com): Unknown field "secret".',
    ],
    [
      'a rule with a field that means nothing',
      JSON.stringify([{ ...issuer, grantRules: [{ claim: 'groups', valeu: 'x', grants: [] }] }]),
      'is wrong in issuer 1 (https://id.example.com), at grantRules.0',
    ],
    [
      'a rule that gives what the issuer may not give',
      JSON.stringify([
        issuer,
        {
          ...issuer,
          grantRules: [{ claim: 'groups', value: 'x', grants: [{ tenant: 'default', roles: ['admin'] }] }],
        },
      ]),
      'is wrong in issuer 2 (https://id.example.com): grantRules.0.grants.0.roles is wrong: The role "admin"',
    ],
    [
      'an issuer twice',
      JSON.stringify([issuer, issuer]),
      'is wrong. The issuer https://id.example.com is there twice.',
    ],
    [
      'an issuer without TLS',
      JSON.stringify([{ ...issuer, issuer: 'http://id.example.com' }]),
      'is wrong in issuer 1 (http://id.example.com): The issuer must be an https: URL',
    ],
  ])('is refused with its name if it has %s', async (_, text, problem) => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'issuers.json');
      await writeFile(file, text);

      const loading = loadIssuers(file);

      await expect(loading).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
      await expect(loading).rejects.toThrow(`${file}, ${problem}`);
    });
  });

  it('is refused with its name if it is not there', async () => {
    await withTempFolder(async (folder) => {
      const file = join(folder, 'none.json');

      await expect(loadIssuers(file)).rejects.toThrow(`${file}, cannot be read: there is no such file.`);
      await expect(loadIssuers(folder)).rejects.toThrow(`${folder}, cannot be read (EISDIR).`);
    });
  });
});
