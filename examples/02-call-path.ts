/**
 * A support desk's agent asks for calls, good and bad, and each comes to one record. Run it with
 * `npm run build && node examples/02-call-path.ts`. It checks everything that it shows and fails if anything is
 * not so.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createToolRegistry } from 'toolcrib';
import { type CallRecord, createRuntime } from 'toolcrib/runtime';
import { openSqlite, sqliteLedger } from 'toolcrib/stores/sqlite';
import { heading, say, table } from './lib/print.ts';
import { type Desk, deskTools, sendParcel } from './lib/support-desk.ts';

const desk: Desk = { mostLookups: 0, payments: [] };
const folder = mkdtempSync(join(tmpdir(), 'support-desk-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const file = join(folder, 'calls.sqlite');
const database = openSqlite(file);

const runtime = createRuntime({
  resolver: createToolRegistry(deskTools(desk)),
  ledger: sqliteLedger(database),
  caller: { id: 'support-agent', scopes: ['orders:refund'] },
});

heading('1  A model makes mistakes');
const broken = await runtime.call({ tool: 'find_order', args: '{"orderId": "ord_1"' });
assert.equal(broken.status, 'invalid_args');
say('broken JSON', toldOf(broken));
const wrong = await runtime.call({ tool: 'find_order', args: '{"orderId": 7, "currency": "USD"}' });
assert.equal(wrong.problem?.issues.length, 2);
say('two wrong fields', toldOf(wrong));
const unknown = await runtime.call({ tool: 'findOrder', args: '{"orderId": "ord_1"}' });
assert.equal(unknown.status, 'unknown_tool');
say('a name that is no tool', toldOf(unknown));

heading('2  It reads three orders in one turn');
const reads = await runtime.callAll(
  ['ord_1', 'ord_2', 'ord_9'].map((orderId) => ({ tool: 'find_order', args: { orderId } })),
);
assert.equal(desk.mostLookups, 3, 'they did not run at once');
assert.equal(reads.map(({ status }) => status).join(', '), 'ok, ok, failed');
for (const record of reads.slice(1)) say(record.status, toldOf(record));

heading('3  A tool hangs');
const hung = await runtime.call({ tool: 'check_stock', args: { product: 'lamp' } });
assert.equal(hung.status, 'timed_out');
assert(hung.timings.ranMs < 1_000, 'the deadline did not cut it off');
say('after its 100 ms', toldOf(hung));

heading('4  A tool throws, with a password in the message');
const failed = await runtime.call({ tool: 'load_customer', args: { name: 'Ada' } });
assert.equal(failed.status, 'failed');
assert(!JSON.stringify([failed, runtime.renderForModel(failed)]).includes('hunter2'), 'a secret leaked');
assert.match(String(failed.details().cause), /hunter2/);
say('the model is told', toldOf(failed));
say('the host finds', 'the exception, password and all, in record.details().cause');

heading('5  A refund needs a person');
const request = {
  tool: 'refund_order',
  args: { orderId: 'ord_1', amount: 40 },
  idempotencyKey: 'refund-ord_1',
};
const opening = nextGate();
const asked = runtime.call(request);
const gate = await opening;
assert.deepEqual(desk.payments, []);
say('waiting', `${gate.toolName} ${JSON.stringify(gate.details)}, because ${gate.prompt}`);
const settled = await runtime.gates.settle(gate, { decision: 'approve', approver: 'ada' });
const refund = await asked;
assert.equal(settled.status, 'accepted');
assert.deepEqual([refund.status, refund.sideEffect], ['ok', 'done']);
say('ada approves', textOf(refund));

heading('6  The agent asks for the same refund again');
const again = await runtime.call(request);
assert.equal(again.replayOf, refund.invocationId);
assert.deepEqual(desk.payments, ['ord_1 40']);
say('nothing is paid', `${textOf(again)} That is what ${short(again.replayOf ?? '')} gave.`);

heading('7  A result is far too large');
const huge = await runtime.call({ tool: 'export_tickets', args: {} });
assert(huge.result?.kind === 'artifact');
assert(huge.result.preview.length < 3_000);
say('the model is told', toldOf(huge).slice(toldOf(huge).indexOf('The result is stored')));

heading('8  A process is killed in the middle of a write');
await runUntilKilled();
const restarted = createRuntime({
  resolver: createToolRegistry([sendParcel]),
  ledger: sqliteLedger(database),
  owner: 'parcel-desk',
});
const report = await restarted.recover();
assert.equal(report.unknown.length, 1);
say('recover() reports', `unknown: ${report.unknown.map(short).join(', ')}`);
const retried = await restarted.call({
  tool: 'send_parcel',
  args: { orderId: 'ord_2' },
  idempotencyKey: 'parcel-ord_2',
});
assert.deepEqual([retried.problem?.code, retried.sideEffect], ['E_OUTCOME_UNKNOWN', 'unknown']);
say('nothing is sent twice', toldOf(retried));

heading('One record per call');
table(
  ['tool', 'status', 'side effect', 'note'],
  [broken, wrong, unknown, ...reads, hung, failed, refund, again, huge, retried].map((record) => [
    record.toolName,
    record.status,
    record.sideEffect,
    noteOn(record),
  ]),
);

await Promise.all([runtime.close(), restarted.close()]);
database.close();

/** Everything that the next request to the model holds because of a call. */
function toldOf(record: CallRecord): string {
  const { parts } = runtime.renderForModel(record);
  return short(parts.map((part) => (part.type === 'text' ? part.text : part.media.mimeType)).join('\n'));
}

function textOf({ result }: CallRecord): string {
  assert(result?.kind === 'text');
  return result.text;
}

function noteOn({ problem, gates, replayOf, result }: CallRecord): string {
  if (problem !== undefined) return problem.code;
  if (replayOf !== undefined) return 'not run again';
  if (result?.kind === 'artifact') return 'stored, with a preview';
  return gates.map(({ name, status, approver }) => `${name}: ${status} by ${approver}`).join();
}

/** The gate that opens next, as whoever may approve finds it in the list. */
async function nextGate() {
  await new Promise<void>((resolve) => {
    const stop = runtime.subscribe(({ type }) => {
      if (type !== 'gate-open') return;
      stop();
      resolve();
    });
  });
  const [gate] = await runtime.gates.list();
  assert(gate !== undefined);
  return gate;
}

/** A real process, and a real SIGKILL as soon as its tool has done its work. */
async function runUntilKilled(): Promise<void> {
  const script = fileURLToPath(import.meta.resolve('./lib/doomed-process.ts'));
  const doomed = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(doomed, 'exit');
  const [line] = await once(doomed.stdout.setEncoding('utf8'), 'data');
  doomed.kill('SIGKILL');
  assert.deepEqual(await exited, [null, 'SIGKILL']);
  say('its last words', line.trim());
}

/** Ids are long; their beginning is enough for people. */
function short(text: string): string {
  return text.replaceAll(/\b([0-9a-z]{8})[0-9a-z]{18}\b/g, '$1…');
}
