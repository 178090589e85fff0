import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTempFolder } from '../../../../../scripts/lib/with-temp-folder.ts';
import { type ApiDouble, problem, runCli } from '../../../../../test/cli/run-cli.ts';

const now = () => Date.parse('2026-01-01T00:00:00Z');
const remote = ['doctor', '--json', '--url', 'http://127.0.0.1:7420'];

/** A service that is well, but for some answers. */
function service(different: Readonly<Record<string, () => unknown>> = {}): ApiDouble {
  const answers: Readonly<Record<string, () => unknown>> = {
    '/readyz': () => ({ status: 'ready', checks: {} }),
    '/healthz': () => Response.json({ status: 'ok' }, { headers: { date: 'Thu, 01 Jan 2026 00:00:01 GMT' } }),
    '/v1/whoami': () => ({ id: 'key:k', name: 'me', grants: [{ tenant: '*', roles: ['admin'] }] }),
    '/v1/tenants/default/catalog/tools': () => ({
      items: [{ name: 'a', status: 'active', binding: 'bound' }],
    }),
    '/mcp/default': () => ({ result: { serverInfo: { name: 'toolcrib' } } }),
    ...different,
  };
  return ({ path }) => answers[path.split('?')[0] ?? '']?.() ?? problem(404, 'E_ROUTE_NOT_FOUND');
}

async function examine(different?: Readonly<Record<string, () => unknown>>) {
  const { code, stdout } = await runCli(remote, { api: service(different), now });
  const { checks } = JSON.parse(stdout) as { checks: readonly Readonly<Record<string, string>>[] };
  return { code, found: Object.fromEntries(checks.map(({ check = '', status }) => [check, status])), checks };
}

describe('doctor', () => {
  it('finds a service well that is', async () => {
    expect(await examine()).toMatchObject({
      code: 0,
      found: { node: 'ok', service: 'ok', clock: 'ok', key: 'ok', tools: 'ok', mcp: 'ok' },
    });
  });

  it('fails with an old Node', async () => {
    const { code, stdout, stderr } = await runCli(['doctor'], { api: service(), nodeVersion: 'v22.12.0' });

    expect({ code, stdout }).toEqual({ code: 1, stdout: 'STATUS  CHECK  FOUND\nfail    node   v22.12.0\n' });
    expect(stderr).toContain('Use Node 22.13 or newer.');
  });

  it('says what is wrong in the file of issuers, before a service is started with it', async () => {
    await withTempFolder(async (folder) => {
      const issuer = { issuer: 'https://id.example.com', audience: 'toolcrib', tenants: ['default'] };
      const grantRules = [
        { claim: 'groups', value: 'it', grants: [{ tenant: 'default', roles: ['admin'] }] },
      ];
      const look = async (issuers: unknown) => {
        await writeFile(join(folder, 'issuers.json'), JSON.stringify(issuers));
        const env = { TOOLCRIB_OIDC: join(folder, 'issuers.json') };
        const { code, stdout } = await runCli(remote, { api: service(), now, env });
        const { checks } = JSON.parse(stdout) as { checks: readonly Readonly<Record<string, string>>[] };
        return { code, ...checks.find(({ check }) => check === 'issuers') };
      };

      expect(await look([{ ...issuer, grantRules }])).toMatchObject({
        ...{ code: 1, status: 'fail', fix: expect.stringContaining('TOOLCRIB_OIDC') },
        found: expect.stringContaining('grantRules.0.grants.0.roles is wrong: The role "admin"'),
      });
      expect(await look([{ ...issuer, maxRoles: ['admin'], grantRules }])).toMatchObject({
        ...{ code: 0, status: 'ok', found: expect.stringContaining('issuers.json (issuers: 1, rules: 1)') },
      });
    });
  });

  it('says all of what failed, also where the table has no room for it', async () => {
    const env = { TOOLCRIB_OIDC: `/${'long/'.repeat(20)}none.json` };

    const { stdout, stderr } = await runCli(['doctor'], { api: service(), env, columns: 80 });

    expect(stdout).not.toContain('no such file');
    expect(stderr).toContain('none.json, cannot be read: there is no such file. Correct TOOLCRIB_OIDC');
  });

  it('names what a service lacks that is not ready, and looks no further', async () => {
    const unready = { status: 'unready', checks: { service: 'ok', database: 'failed', audit: 'failed' } };

    const { code, found, checks } = await examine({
      '/readyz': () => Response.json(unready, { status: 503 }),
    });

    expect({ code, found }).toEqual({ code: 1, found: { node: 'ok', service: 'fail' } });
    expect(checks.at(-1)?.found).toContain('database, audit');
  });

  it('says why a service is not ready, and what to do about that', async () => {
    const unready = {
      status: 'unready',
      checks: { database: 'ok', audit: 'failed' },
      reasons: { audit: 'E_STORE_FULL' },
    };

    const { checks } = await examine({ '/readyz': () => Response.json(unready, { status: 503 }) });

    expect(checks.at(-1)).toMatchObject({
      found: expect.stringContaining('audit (E_STORE_FULL)'),
      fix: expect.stringContaining('Free space on the disk'),
    });
  });

  it('fails with a key that is not known, and says what to do', async () => {
    const { code, checks } = await examine({ '/v1/whoami': () => problem(401, 'E_UNAUTHENTICATED') });

    expect(code).toBe(1);
    expect(checks.at(-1)).toMatchObject({
      check: 'key',
      status: 'fail',
      fix: expect.stringContaining('TOOLCRIB_KEY'),
    });
  });

  it('says whom to look at if the issuer of a token cannot be asked', async () => {
    const { checks } = await examine({ '/v1/whoami': () => problem(503, 'E_ISSUER_UNAVAILABLE') });

    expect(checks.at(-1)).toMatchObject({ status: 'fail', fix: expect.stringContaining('--oidc') });
  });

  it('fails with a key that holds nothing in the tenant', async () => {
    const whoami = () => ({ id: 'key:k', name: 'me', grants: [{ tenant: 'acme', roles: ['admin'] }] });

    expect(await examine({ '/v1/whoami': whoami })).toMatchObject({ code: 1, found: { key: 'fail' } });
  });

  it('warns of clocks that are apart', async () => {
    const health = () => new Response('{}', { headers: { date: 'Thu, 01 Jan 2026 00:02:00 GMT' } });

    expect(await examine({ '/healthz': health })).toMatchObject({ code: 0, found: { clock: 'warn' } });
  });

  it.each([
    [{ status: 'active', binding: 'unbound' }, '--tools'],
    [{ status: 'active', binding: 'differs' }, 'register'],
    [{ status: 'quarantined', binding: 'bound' }, 'quarantined'],
  ])('warns of tools that are %j', async (tool, advice) => {
    const { code, checks } = await examine({
      '/v1/tenants/default/catalog/tools': () => ({ items: [tool] }),
    });

    expect(code).toBe(0);
    expect(checks.find(({ check }) => check === 'tools')).toMatchObject({
      status: 'warn',
      fix: expect.stringContaining(advice),
    });
  });

  it('does not mind a key that may not look at everything', async () => {
    const forbidden = () => problem(403, 'E_FORBIDDEN');

    expect(
      await examine({ '/v1/tenants/default/catalog/tools': forbidden, '/mcp/default': forbidden }),
    ).toMatchObject({ code: 0, found: { tools: 'warn', mcp: 'warn' } });
  });

  it('warns of a data folder that others can look into', async () => {
    await withTempFolder(async (folder) => {
      await writeFile(join(folder, 'toolcrib.sqlite'), '');
      await chmod(folder, 0o755);

      const { stdout, stderr } = await runCli(['doctor', '--data', folder], { api: service(), now });

      expect(stdout).toMatch(/warn +data folder/);
      expect(stderr).toContain(`chmod 700 ${folder}`);
    });
  });
});
