import { describe, expect, it } from 'vitest';
import {
  createLog,
  createService,
  exampleTools,
  listen,
  openServiceDatabase,
  verifyAudit,
} from '../../packages/server/src/index.ts';
import { makePair } from '../http/make-pair.ts';

const slip = { databasUrl: 'a' };
const place = { dataFolder: ':memory:' };
const at = { handler: async () => new Response(), port: 0 };

/** What each function of the package makes of an option that it does not have. */
const functions: Readonly<Record<string, (extra: object) => unknown>> = {
  createService: async (extra) => createService({ database: await openServiceDatabase(place), ...extra }),
  'createService, maxPerKey': async (extra) =>
    createService({ database: await openServiceDatabase(place), maxPerKey: extra }),
  listen: (extra) => listen({ ...at, ...extra }),
  'listen, tls': (extra) => listen({ ...at, tls: { ...makePair('one.example'), ...extra } }),
  createLog: (extra) => createLog(extra),
  openServiceDatabase: (extra) => openServiceDatabase({ ...place, ...extra }),
  'openServiceDatabase, options': (extra) => openServiceDatabase(place, extra),
  exampleTools: (extra) => exampleTools({ folder: '.', ...extra }),
  verifyAudit: (extra) => verifyAudit([], extra),
};

describe('an option of the service that does not exist', () => {
  it.each(Object.keys(functions))('is refused by %s', async (name) => {
    const given = async () => functions[name]?.(slip);

    await expect(given()).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringMatching(/^Unknown option "[a-zA-Z.]*databasUrl"\./),
    });
  });
});
