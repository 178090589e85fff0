import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, toCount } from '../command-kit.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'NAME', text: (tenant) => textOf(tenant, 'name') },
  { title: 'TITLE', text: (tenant) => textOf(tenant, 'title'), minWidth: 12 },
  { title: 'HOST TOOLS', text: (tenant) => (tenant.hostTools === true ? 'yes' : 'no') },
  { title: 'CREATED', text: (tenant) => textOf(tenant, 'createdAt').slice(0, 16) },
  { title: 'BY', text: (tenant) => textOf(tenant, 'createdBy'), minWidth: 8 },
];

interface CreateOptions {
  readonly title?: string;
  readonly hostTools?: boolean;
}

export const addTenantsCommand: AddCommand = (program, bind) => {
  const tenants = program.command('tenants').description('see and create tenants');
  const list = addDefault(tenants, 'list')
    .description('list tenants')
    .option('--limit <count>', 'at most so many', toCount, 200);
  addExamples(list, 'toolcrib tenants');
  bind<{ readonly limit: number }>(list, async ({ out, connect }, { options }) => {
    const page = await listAll(await connect(), '/v1/tenants', { limit: options.limit });
    if (out.isJson) await out.json(page);
    else if (page.items.length === 0) out.note('No tenants. Make one with `toolcrib tenants create <name>`.');
    else await out.table(columns, page.items);
    return undefined;
  });

  const create = tenants
    .command('create')
    .description('create a tenant with a catalogue, keys and an audit log of its own')
    .argument('<name>', '1 to 64 of A-Z a-z 0-9 _ . -')
    .option('--title <text>', 'for people')
    .option('--host-tools', 'let it run the code of the service, whose definitions are published to it');
  addExamples(
    create,
    'toolcrib tenants create acme --title "Acme Inc."',
    'toolcrib tenants create staging --host-tools',
  );
  bind<CreateOptions>(create, async ({ out, connect }, { args: [name = ''], options }) => {
    const client = await connect();
    const { title, hostTools = false } = options;
    const body = { name, hostTools, ...(title === undefined ? {} : { title }) };
    const answer = await client.ask('POST', '/v1/tenants', { body });
    if (out.isJson) return void (await out.json(answer));
    await out.text(`${toVisibleLine(name)} is created.`);
    out.note(`Make a key for it: toolcrib keys create <name> --role admin --scope '*' --tenant ${name}`);
    return undefined;
  });
};
