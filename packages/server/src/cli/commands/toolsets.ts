import { ToolcribError } from 'toolcrib';
import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, toCount } from '../command-kit.ts';
import { describePolicy, describePolicyChange, describeWait } from '../output/describe-policy.ts';
import { formatFacts } from '../output/facts.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';
import { readJsonFile } from '../read-json-file.ts';
import type { CliSession } from '../session.ts';

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'NAME', text: (toolset) => textOf(toolset, 'name'), minWidth: 20 },
  { title: 'REVISION', text: (toolset) => textOf(toolset, 'revision') },
  { title: 'TOOLS', text: (toolset) => textOf(toolset, 'toolCount') },
  { title: 'APPLIED', text: (toolset) => textOf(toolset, 'appliedAt').slice(0, 16) },
  {
    title: 'DESCRIPTION',
    text: (toolset) => textOf(toolset, 'title') || textOf(toolset, 'description'),
    minWidth: 12,
  },
];

/** A tool of a toolset: what is pinned, and what the definition says besides. */
type PinnedTool = { readonly pin: JsonRecord; readonly entry: JsonRecord };

const pinColumns: readonly TableColumn<PinnedTool>[] = [
  { title: 'TOOL', text: ({ pin }) => textOf(pin, 'tool'), minWidth: 20 },
  { title: 'WIRE NAME', text: ({ entry }) => textOf(entry, 'wireName') || '-', minWidth: 9 },
  { title: 'VERSION', text: ({ pin }) => textOf(pin, 'version') || '-' },
  { title: 'POLICY', text: ({ entry }) => describePolicy(recordOf(entry, 'policy')) || '-', minWidth: 8 },
  { title: 'DIGEST', text: ({ pin }) => textOf(pin, 'digest'), minWidth: 20, isSpare: true },
];

const changeColumns: readonly TableColumn<JsonRecord>[] = [
  { title: 'CHANGE', text: (change) => textOf(change, 'kind') },
  { title: 'TOOL', text: (change) => textOf(change, 'tool'), minWidth: 20 },
  { title: 'FROM', text: (change) => textOf(recordOf(change, 'before'), 'version') || '-' },
  { title: 'TO', text: (change) => textOf(recordOf(change, 'after'), 'version') || '-' },
];
const policyColumn: TableColumn<JsonRecord> = { title: 'POLICY', text: describePolicyOf, minWidth: 12 };

export const addToolsetsCommand: AddCommand = (program, bind) => {
  const toolsets = program.command('toolsets').description('see toolsets, and apply one from a file');
  const list = addDefault(toolsets, 'list')
    .description('list toolsets')
    .option('--limit <count>', 'at most so many', toCount, 200);
  addExamples(list, 'toolcrib toolsets');
  bind<{ readonly limit: number }>(list, async ({ out, path, connect }, { options }) => {
    const page = await listAll(await connect(), path('toolsets'), { limit: options.limit });
    if (out.isJson) await out.json(page);
    else if (page.items.length === 0)
      out.note('No toolsets. Apply one with `toolcrib toolsets apply <file>`.');
    else await out.table(columns, page.items);
    return undefined;
  });

  const show = toolsets.command('show').description('show the tools of a toolset').argument('<name>');
  addExamples(show, 'toolcrib toolsets show support-agent');
  bind(show, async ({ out, path, connect }, { args: [name = ''] }) => {
    const client = await connect();
    const toolset = await client.ask('GET', path('toolsets', name));
    if (out.isJson) return void (await out.json(toolset));
    const facts = ['name', 'revision', 'setDigest', 'appliedAt', 'by', 'reason'] as const;
    await out.text(
      `${formatFacts(
        [
          ...facts.map((field) => [field, textOf(toolset, field)] as const),
          ['approval', describeWait(recordOf(toolset, 'definition'))],
        ],
        out.style,
      )}\n`,
    );
    await out.table(pinColumns, toPinnedTools(toolset));
    return undefined;
  });

  const apply = toolsets
    .command('apply')
    .description('make a toolset as a file says: { "name", "tools": [{ "tool" }] }')
    .argument('<file>')
    .option('--dry-run', 'only show what would change');
  addExamples(apply, 'toolcrib toolsets apply support-agent.json --dry-run');
  bind<{ readonly dryRun?: boolean }>(apply, async (session, { args: [file = ''], options }) => {
    const { out, path } = session;
    const { name, ...definition } = await readDefinition(session, file);
    const client = await session.connect();
    const query = { dryRun: options.dryRun };
    const answer = await client.ask('PUT', path('toolsets', name), { body: definition, query });
    if (out.isJson) return void (await out.json(answer));
    const changes = recordsOf(recordOf(answer, 'plan'), 'changes');
    const hasPolicies = changes.some((change) => describePolicyOf(change) !== '');
    if (changes.length > 0)
      await out.table(hasPolicies ? [...changeColumns, policyColumn] : changeColumns, changes);
    const revision = textOf(recordOf(answer, 'toolset'), 'revision');
    const isApplied = answer.isApplied === true;
    out.note(isApplied ? `\n${toVisibleLine(name)} is at revision ${revision}.` : '\nNothing was changed.');
    return undefined;
  });
};

function toPinnedTools(toolset: JsonRecord): readonly PinnedTool[] {
  const entries = recordsOf(recordOf(toolset, 'definition'), 'tools');
  return recordsOf(toolset, 'pins').map((pin) => ({
    pin,
    entry: entries.find(({ tool }) => tool === pin.tool) ?? {},
  }));
}

/** What a change does to the policy of a tool; empty if nothing, or if the tool goes. */
function describePolicyOf(change: JsonRecord): string {
  const kind = textOf(change, 'kind');
  const policy = recordOf(change, 'policy');
  if (kind === 'removed' || change.policy === undefined) return '';
  return kind === 'added' ? describePolicy(recordOf(policy, 'after')) : describePolicyChange(policy);
}

async function readDefinition(
  { io }: CliSession,
  file: string,
): Promise<JsonRecord & { readonly name: string }> {
  const value = await readJsonFile(io, { file, code: 'E_INVALID_TOOLSET' });
  if (isRecord(value) && typeof value.name === 'string') return { ...value, name: value.name };
  throw new ToolcribError(
    'E_INVALID_TOOLSET',
    `${file} has no toolset in it: an object with a name and tools.`,
  );
}
