import { isRecord, type JsonRecord, recordOf, textOf, textsOf } from '../client/json-fields.ts';
import { type AddCommand, addExamples } from '../command-kit.ts';
import { wrapColumns } from '../output/columns.ts';
import { describeWait } from '../output/describe-policy.ts';
import { describeType } from '../output/describe-type.ts';
import { formatFacts } from '../output/facts.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';
import type { CliSession } from '../session.ts';

type ShowOptions = { readonly all?: boolean; readonly toolset?: string };

type Argument = {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly description: string;
};

const argumentColumns: readonly TableColumn<Argument>[] = [
  { title: 'ARGUMENT', text: ({ name, isRequired }) => (isRequired ? `${name} *` : name), minWidth: 12 },
  { title: 'TYPE', text: ({ type }) => type, minWidth: 12 },
  { title: 'DESCRIPTION', text: ({ description }) => description, minWidth: 16 },
];

export const addShowCommand: AddCommand = (program, bind) => {
  const command = program
    .command('show')
    .description('show what a tool does and which arguments it takes')
    .argument('<tool>')
    .option('-a, --all', 'from the catalogue: status, versions and digest, also if you may not call it')
    .option('--toolset <name>', 'as it is in a toolset');
  addExamples(command, 'toolcrib show calculate', 'toolcrib show calculate --all --json');
  bind<ShowOptions>(command, async (session, { args: [name = ''], options }) => {
    const client = await session.connect();
    const answer =
      options.all === true
        ? await client.ask('GET', session.path('catalog', 'tools', name))
        : await client.ask('GET', session.path('tools', name), { query: { toolset: options.toolset } });
    if (session.out.isJson) await session.out.json(answer);
    else await printTool(session, answer);
    return undefined;
  });
};

async function printTool({ out }: CliSession, answer: JsonRecord): Promise<void> {
  // The catalogue keeps apart what a tool is and how it stands.
  const { effect, requires } = recordOf(answer, 'code');
  const spec = recordOf(answer, 'spec');
  const { gateTimeoutMs } = recordOf(spec, 'authority');
  const tool: JsonRecord = { effect, requires, gateTimeoutMs, ...answer, ...spec };
  const title = [textOf(tool, 'name'), textOf(tool, 'version')].filter((part) => part !== '').join(' ');
  await out.text(out.style.bold(toVisibleLine(title)));
  const lines = [textOf(tool, 'title'), ...textOf(tool, 'description').split('\n')];
  for (const line of lines.filter((text, index) => index > 0 || text !== '')) {
    for (const part of wrapColumns(toVisibleLine(line), out.width ?? Number.POSITIVE_INFINITY))
      await out.text(part);
  }
  const facts = formatFacts(
    [
      ['status', textOf(tool, 'status')],
      ['code', describeCode(answer)],
      ['effect', textOf(tool, 'effect')],
      ['needs', textsOf(tool, 'requires').join(', ')],
      ['approval', describeWait(tool)],
      ['tags', textsOf(tool, 'tags').join(', ')],
      ['source', textOf(tool, 'source')],
      ['digest', textOf(tool, 'digest')],
      ['authority', textOf(answer, 'authorityDigest')],
      [
        'versions',
        Array.isArray(tool.versions) ? tool.versions.map((version) => version ?? '-').join(', ') : '',
      ],
      ['deprecated', textOf(recordOf(tool, 'deprecation'), 'message')],
      ['quarantine', textOf(recordOf(tool, 'quarantine'), 'reason')],
    ],
    out.style,
  );
  if (facts !== '') await out.text(`\n${facts}`);
  const args = argumentsOf(recordOf(tool, 'inputSchema'));
  if (args.length === 0) return await out.text('\nIt takes no arguments.');
  await out.text('');
  await out.table(argumentColumns, args);
  const sample = args.filter(({ isRequired }) => isRequired).map(({ name }) => `${name}=…`);
  out.note(`\n* is required. Call it: toolcrib call ${[textOf(tool, 'name'), ...sample].join(' ')}`);
}

/** Whether the service can run the tool, and which version. Only the catalogue knows; what one may call has code. */
function describeCode(answer: JsonRecord): string {
  const binding = textOf(answer, 'binding');
  const code = recordOf(answer, 'code');
  if (code.digest === undefined) return binding === 'unbound' ? 'none here' : binding;
  const version = textOf(code, 'version') || 'without a version';
  if (code.digest === answer.digest && code.authorityDigest === answer.authorityDigest) return version;
  return `${version}; ${binding === 'bound' ? 'calls run that version' : 'it is not published, and cannot be called'}`;
}

function argumentsOf(schema: JsonRecord): readonly Argument[] {
  const required = textsOf(schema, 'required');
  return Object.entries(recordOf(schema, 'properties')).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    type: describeType(property),
    description: isRecord(property) ? textOf(property, 'description') : '',
  }));
}
