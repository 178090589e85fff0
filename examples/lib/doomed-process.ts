// A process that is killed in the middle of a call; example 02 starts it.
import { createToolRegistry } from 'toolcrib';
import { createRuntime } from 'toolcrib/runtime';
import { openSqlite, sqliteLedger } from 'toolcrib/stores/sqlite';
import { sendParcel } from './support-desk.ts';

const [file = ''] = process.argv.slice(2);
const runtime = createRuntime({
  resolver: createToolRegistry([sendParcel]),
  ledger: sqliteLedger(openSqlite(file)),
  owner: 'parcel-desk',
});
// The deadline of the call keeps the process alive for longer than it lives.
await runtime.call({ tool: 'send_parcel', args: { orderId: 'ord_2' }, idempotencyKey: 'parcel-ord_2' });
