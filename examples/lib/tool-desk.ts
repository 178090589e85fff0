// Changes a catalogue in a process of its own, as somebody at a command line would; example 05 starts it.
import assert from 'node:assert/strict';
import { ToolcribError } from 'toolcrib';
import { openCatalog } from 'toolcrib/catalog';
import { openSqlite, sqliteStore } from 'toolcrib/stores/sqlite';

const [file = '', command = '', ...args] = process.argv.slice(2);
const database = openSqlite(file);
const catalog = await openCatalog(sqliteStore(database));

const commands: Readonly<Record<string, (...args: string[]) => Promise<unknown>>> = {
  publish: (...specs) =>
    catalog.registerAll(
      specs.map((spec) => JSON.parse(spec)),
      { by: 'ann' },
    ),
  'roll-back': async (name: string, version: string) => {
    const earlier = catalog.get(name, { version });
    assert(earlier !== undefined);
    await catalog.register(earlier.spec, { by: 'ops' });
  },
  disable: (name: string, reason: string) => catalog.setEnabled(name, false, { by: 'ops', reason }),
  quarantine: (name: string, reason: string) => catalog.quarantine(name, { by: 'ops', reason }),
  deprecate: (name: string, version: string, message: string) =>
    catalog.deprecate(name, { version, message, by: 'ann' }),
};

const change = commands[command];
assert(change !== undefined, `There is no command ${command}.`);
let problem: string | undefined;
try {
  await change(...args);
} catch (error) {
  if (!(error instanceof ToolcribError)) throw error;
  problem = `${error.code}: ${error.message}`;
}
console.log(JSON.stringify({ sequence: catalog.sequence, problem }));
catalog.close();
database.close();
