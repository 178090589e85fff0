import { type JsonRecord, recordsOf, textOf, textsOf } from '../client/json-fields.ts';
import { type AddCommand, addExamples } from '../command-kit.ts';
import { formatFacts } from '../output/facts.ts';
import type { TableColumn } from '../output/table.ts';

const columns: readonly TableColumn<JsonRecord>[] = [
  {
    title: 'TENANT',
    text: (held) => (textOf(held, 'tenant') === '*' ? 'all' : textOf(held, 'tenant')),
    minWidth: 12,
  },
  { title: 'MAY', text: (held) => textsOf(held, 'permissions').join(' '), minWidth: 20 },
  { title: 'SCOPES', text: (held) => textsOf(held, 'scopes').join(' ') || 'none', minWidth: 8 },
  {
    title: 'TOOLSETS',
    text: (held) =>
      Array.isArray(held.toolsets) ? textsOf(held, 'toolsets').join(' ') || 'none' : 'all tools',
    minWidth: 8,
  },
];

export const addWhoamiCommand: AddCommand = (program, bind) => {
  const command = program
    .command('whoami')
    .description('show who you are to the service, and what you may do');
  addExamples(command, 'toolcrib whoami', 'toolcrib whoami --url https://tools.example --json');
  bind(command, async ({ out, connect }) => {
    const client = await connect();
    const me = await client.ask('GET', '/v1/whoami');
    if (out.isJson) return void (await out.json(me));
    const facts = [
      ['id', textOf(me, 'id')],
      ['name', textOf(me, 'name')],
      ['at', client.connection.place],
      [
        'approves',
        recordsOf(me, 'grants')
          .flatMap((grant) => textsOf(grant, 'tools'))
          .join(' '),
      ],
    ] as const;
    await out.text(`${formatFacts(facts, out.style)}\n`);
    await out.table(columns, recordsOf(me, 'tenants'));
    return undefined;
  });
};
