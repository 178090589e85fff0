import { ToolcribError } from 'toolcrib';
import { toPath } from '../client/api-client.ts';
import { type JsonRecord, recordOf, recordsOf, textOf, textsOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, count, toCount } from '../command-kit.ts';
import { formatFacts } from '../output/facts.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'NAME', text: (tenant) => textOf(tenant, 'name'), minWidth: 20 },
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
  const tenants = program.command('tenants').description('see, create, change and remove tenants');
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

  const update = tenants
    .command('update')
    .description('change a tenant, in every process within a second')
    .argument('<name>')
    .option('--title <text>', 'for people')
    .option('--host-tools', 'let it run the code of the service, whose definitions are published to it')
    .option('--no-host-tools', 'let it run none of the code any more; its catalogue stays');
  addExamples(
    update,
    'toolcrib tenants update acme --title "Acme Ltd."',
    'toolcrib tenants update staging --no-host-tools',
  );
  bind<CreateOptions>(update, async ({ out, connect }, { args: [name = ''], options }) => {
    const { title, hostTools } = options;
    if (title === undefined && hostTools === undefined) {
      throw new ToolcribError('E_INVALID_OPTION', 'Give --title, --host-tools or --no-host-tools.');
    }
    const client = await connect();
    const body = { ...(title !== undefined && { title }), ...(hostTools !== undefined && { hostTools }) };
    const answer = await client.ask('PATCH', tenantPath(name), { body });
    if (out.isJson) return void (await out.json(answer));
    await out.text(`${toVisibleLine(name)} is changed.`);
    const published = recordOf(answer, 'published');
    for (const refused of recordsOf(published, 'refused')) {
      out.warn(`${textOf(refused, 'name')} was not published: ${textOf(refused, 'message')}`);
    }
    const names = textsOf(published, 'published');
    if (names.length > 0) out.note(`Published to it: ${count(names.length, 'tool')}.`);
    return undefined;
  });

  const remove = tenants
    .command('remove')
    .description('remove a tenant for good; without --yes only show what would be lost')
    .argument('<name>')
    .option('--yes', 'do it: nothing of it comes back, and its name is never free again');
  addExamples(remove, 'toolcrib tenants remove acme', 'toolcrib tenants remove acme --yes');
  bind<{ readonly yes?: boolean }>(remove, async ({ out, connect }, { args: [name = ''], options }) => {
    const isMeant = options.yes === true;
    const client = await connect();
    const answer = await client.ask('DELETE', tenantPath(name), { query: { dryRun: !isMeant } });
    if (out.isJson) await out.json(answer);
    else await out.text(`${formatFacts(toLosses(recordOf(answer, 'lost')), out.style)}\n`);
    if (!isMeant) throw notConfirmed(name);
    out.note(`${toVisibleLine(name)} is removed. Its audit log stays: toolcrib audit list --tenant ${name}`);
    return undefined;
  });
};

function tenantPath(name: string): string {
  return `/v1${toPath('tenants', name)}`;
}

function toLosses(lost: JsonRecord): readonly (readonly [string, string])[] {
  const losses = {
    tools: 'tools',
    drafts: 'drafts',
    toolsets: 'toolsets',
    keys: 'keys',
    openCalls: 'open calls',
  };
  return Object.entries(losses).map(([field, title]) => [title, textOf(lost, field)]);
}

function notConfirmed(name: string): ToolcribError {
  const message = `Nothing was removed. To lose all this for good, and the name ${JSON.stringify(name)} with it, give --yes.`;
  return new ToolcribError('E_INVALID_OPTION', message);
}
