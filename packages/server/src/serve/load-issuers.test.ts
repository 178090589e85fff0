import { writeFile } from 'node:fs/promises';
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

  it.each([
    ['no JSON', '[', 'cannot be read as JSON'],
    ['no list', '{}', 'is wrong at its beginning'],
    [
      'an issuer without an audience',
      JSON.stringify([{ ...issuer, audience: '' }]),
      'is wrong at 0.audience',
    ],
    [
      'a role that there is not',
      JSON.stringify([{ ...issuer, maxRoles: ['root'] }]),
      'is wrong at 0.maxRoles.0',
    ],
    [
      'a field that means nothing',
      JSON.stringify([{ ...issuer, secret: 'x' }]),
      'is wrong at 0: Unknown field "secret".',
    ],
    [
      'a rule with a field that means nothing',
      JSON.stringify([{ ...issuer, grantRules: [{ claim: 'groups', valeu: 'x', grants: [] }] }]),
      'is wrong at 0.grantRules.0',
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
      'is wrong at 1: grantRules.0.grants.0.roles of an issuer is wrong: The role "admin"',
    ],
    [
      'an issuer without TLS',
      JSON.stringify([{ ...issuer, issuer: 'http://id.example.com' }]),
      'is wrong at 0: The issuer of an issuer must be an https: URL',
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
});
