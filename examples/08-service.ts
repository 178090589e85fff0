/**
 * A service for two agents and a person: keys with different rights, the official MCP client, a refund that waits until somebody
 * approves it, a tool that is switched off for everybody at once, and an audit log that shows when it was touched. Everything runs
 * in this process, on a SQLite file in a temporary folder. Run it with `npm run build && node examples/08-service.ts`. It checks
 * everything that it shows and fails if anything is not so.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createService, listen, openServiceDatabase, operatorPrincipal, verifyAudit } from '@toolcrib/server';
import { createApi, type Json } from './lib/http-api.ts';
import { heading, say, table } from './lib/print.ts';
import { deskTools } from './lib/support-desk.ts';

const desk = { mostLookups: 0, payments: [] };
const folder = mkdtempSync(join(tmpdir(), 'service-'));
process.once('exit', () => rmSync(folder, { recursive: true }));

heading('1  A service, with the tools of a support desk');
const database = await openServiceDatabase({ dataFolder: folder });
const running = await createService({ database, tools: deskTools(desk) });
const listener = await listen({ handler: running.fetch, port: 0 });
const tenant = `${listener.url}/v1/tenants/default`;
say('open to nobody', `${(await fetch(`${tenant}/tools`)).status} without a key`);
assert.equal((await fetch(`${tenant}/tools`)).status, 401);

heading('2  Keys for two agents and a person');
// The operator makes a key for everything, as the first start does. It makes the other keys and may approve their calls.
const first = await running.service.keys.create(
  { name: 'ada', grants: [{ tenant: '*', roles: ['admin'], scopes: ['*'] }] },
  operatorPrincipal,
);
const ada = createApi(tenant, first.key);
const helperKey = await makeKey('helper', []);
const cashierKey = await makeKey('cashier', ['orders:refund']);
const helper = await connect(helperKey);
const cashier = await connect(cashierKey);
const [seen, seenByCashier] = await Promise.all([listNames(helper), listNames(cashier)]);
table(
  ['agent', 'sees over MCP'],
  [
    ['helper', seen.join(' ')],
    ['cashier', seenByCashier.join(' ')],
  ],
);
assert(!seen.includes('refund_order') && seenByCashier.includes('refund_order'));
const excess = await createApi(tenant, cashierKey).post('/keys', {
  name: 'more',
  grants: [{ roles: ['admin'] }],
});
say('the cashier makes a key', `${excess.status} ${excess.code}`);
assert.equal(excess.code, 'E_FORBIDDEN');

heading('3  A call, and one that waits for a person');
const price = await helper.callTool({ name: 'find_order', arguments: { orderId: 'ord_1' } });
say('the helper asks', textOf(price));
assert.match(textOf(price), /40 EUR/);
const pending = await cashier.callTool({ name: 'refund_order', arguments: { orderId: 'ord_1', amount: 40 } });
const callId = String(pending._meta?.['toolcrib/callId']);
say('the cashier is told', textOf(pending).replaceAll(callId, '…'));
assert.equal(desk.payments.length, 0);

heading('4  Ada looks at it, and approves');
const [gate] = (await ada.get('/gates')).items as readonly Json[];
assert(gate !== undefined);
say('she sees', `${gate.tool} ${JSON.stringify(gate.details)}: ${gate.prompt}`);
const { toolDigest, contentDigest } = gate;
const decision = { decision: 'approve', reason: 'the lamp was broken', toolDigest, contentDigest };
const other = await ada.post(`/gates/${gate.id}/settle`, { ...decision, contentDigest: toolDigest });
say('for other arguments', `${other.status} ${other.code}`);
assert.equal(other.code, 'E_INVALID_REQUEST');
const byCashier = await createApi(tenant, cashierKey).post(`/gates/${gate.id}/settle`, decision);
say('by the cashier', `${byCashier.status} ${byCashier.code}`);
assert.equal(byCashier.status, 403);
assert.equal((await ada.post(`/gates/${gate.id}/settle`, decision)).status, 'approved');
const outcome = await cashier.callTool({ name: 'call_result', arguments: { callId, waitMs: 5_000 } });
say('the cashier reads', textOf(outcome));
assert.deepEqual(desk.payments, ['ord_1 40']);

heading('5  Ada switches a tool off');
await ada.post('/catalog/tools/find_order/disable', { reason: 'wrong prices' });
const refused = await helper.callTool({ name: 'find_order', arguments: { orderId: 'ord_1' } }).catch(String);
say('the helper is told', typeof refused === 'string' ? refused : textOf(refused));
assert(!(await listNames(helper)).includes('find_order'));

heading('6  The audit log');
const log = (await ada.text('/audit/export')).trimEnd().split('\n');
const entries = log.map((line): Json => JSON.parse(line));
table(
  ['#', 'action', 'subject', 'outcome'],
  entries.map(({ sequence, action, route, subject, outcome, code }) => [
    String(sequence),
    String(route ?? action),
    String(subject),
    [outcome, code].filter(Boolean).join(' '),
  ]),
);
const report = await verifyAudit(log);
say('as it was written', `${report.count} entries, head ${report.head.hash.slice(0, 23)}…`);
assert(report.isIntact);
assert.deepEqual(
  entries.filter(({ invocationId }) => invocationId === callId).map(({ action }) => action),
  ['gate-open', 'gate-settled', 'tool-call-end'],
);
const forged = await verifyAudit(log.map((line) => line.replace('"E_FORBIDDEN"', '"E_INVALID_REQUEST"')));
say('with one word changed', forged.problem?.message ?? 'nobody notices');
assert.equal(forged.isIntact, false);

await Promise.all([helper.close(), cashier.close()]);
await listener.close(1_000);
await running.close();
await database.close();

async function makeKey(name: string, scopes: readonly string[]): Promise<string> {
  const made = await ada.post('/keys', { name, grants: [{ roles: ['caller'], scopes }] });
  return String(made.key);
}

/** The official client, as any agent host would use it. */
async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'an-agent', version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${listener.url}/mcp/default`), { requestInit }),
  );
  return client;
}

async function listNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
