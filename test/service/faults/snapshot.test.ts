import { expect, it } from 'vitest';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase } from '../../postgres/test-database.ts';
import { listAll } from './look-through.ts';
import { createSmallClient, type SmallClient } from './small-client.ts';
import { type ReplicaPlace, startReplica } from './start-replica.ts';

const PATH = '/v1/tenants/default/snapshot';

describePostgres('a snapshot of a service', (serverUrl) => {
  it('makes a fresh one on another database the same', async () => {
    const database = await createTestDatabase(serverUrl);
    await withTempFolder(async (folder) => {
      const old = await open({ folder });
      await furnish(old.admin);
      const { headers, body: snapshot } = await old.admin.send('GET', PATH);
      const before = await viewOf(old.admin);
      expect(await old.stop()).toBe(0);

      const fresh = await open({ folder, databaseUrl: database.url });
      const dryRun = await fresh.admin.send('PUT', `${PATH}?dryRun=true`, snapshot);
      const untouched = await viewOf(fresh.admin);
      const restored = await fresh.admin.send('PUT', PATH, snapshot);
      const again = await fresh.admin.send('GET', PATH);

      expect([dryRun.status, dryRun.body.isRestored]).toEqual([200, false]);
      expect(untouched).not.toEqual(before);
      expect(restored).toMatchObject({ status: 200, body: { isRestored: true } });
      expect(dryRun.body.diff).toEqual(restored.body.diff);
      expect(headers.etag).toContain(restored.body.digest);
      expect(again.headers.etag).toBe(headers.etag);
      expect(again.body).toEqual(snapshot);
      expect(await viewOf(fresh.admin)).toEqual(before);
      expect(await fresh.stop()).toBe(0);
    }).finally(() => database.drop());
  });
});

async function open(place: ReplicaPlace) {
  const service = await startReplica(place);
  const admin = createSmallClient(() => service.url, service.adminKey);
  const stop = () => {
    admin.close();
    return service.stop('SIGTERM');
  };
  return { admin, stop };
}

/** Something of everything that a catalogue holds. */
async function furnish(admin: SmallClient): Promise<void> {
  const spec = (name: string, version: string) => ({
    name,
    version,
    description: `What ${name} does in version ${version}.`,
    inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'A text.' } } },
    tags: ['foreign'],
  });
  await admin.post('/catalog/tools', { specs: [spec('foreign', '1.0.0'), spec('other', '1.0.0')] });
  await admin.post('/catalog/tools', { specs: [spec('foreign', '1.1.0')] });
  await admin.post('/catalog/tools/other/quarantine', { reason: 'It looks odd.' });
  await admin.post('/catalog/tools/look/disable');
  const tools = [
    { tool: 'note_down', wireName: 'write' },
    { tool: 'hold', policy: { autonomy: 'ask' } },
  ];
  const { status, text } = await admin.send('PUT', '/v1/tenants/default/toolsets/desk', { tools });
  expect([status, text]).toEqual([expect.any(Number), expect.stringContaining('"isApplied":true')]);
}

/** What people and models see: with digests, without times. */
async function viewOf(admin: SmallClient) {
  const catalog = await listAll(admin, '/catalog/tools');
  const toolsets = await listAll(admin, '/toolsets');
  const callable = await listAll(admin, '/tools');
  return {
    tools: catalog.map(({ name, version, digest, status, versionCount, binding }) => ({
      ...{ name, version, digest, status, versionCount, binding },
    })),
    toolsets: toolsets.map(({ name, setDigest, toolCount }) => ({ name, setDigest, toolCount })),
    callable: callable.map(({ name }) => name),
  };
}
