import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addExamples, count, firstLine, toCount } from '../command-kit.ts';
import { toStatusPaint } from '../output/status-paint.ts';
import type { TableColumn } from '../output/table.ts';

type ListOptions = {
  readonly all?: boolean;
  readonly toolset?: string;
  readonly status?: string;
  readonly tag?: string;
  readonly prefix?: string;
  readonly limit: number;
};

const name: TableColumn<JsonRecord> = { title: 'NAME', text: (tool) => textOf(tool, 'name'), minWidth: 20 };
const version: TableColumn<JsonRecord> = { title: 'VERSION', text: (tool) => textOf(tool, 'version') || '-' };
const description: TableColumn<JsonRecord> = {
  title: 'DESCRIPTION',
  text: (tool) => firstLine(textOf(tool, 'description') || textOf(tool, 'title')),
  minWidth: 16,
};
const status: TableColumn<JsonRecord> = {
  title: 'STATUS',
  text: (tool) => textOf(tool, 'status'),
  paint: (tool, style) => toStatusPaint(textOf(tool, 'status'), style),
};
const code: TableColumn<JsonRecord> = {
  title: 'CODE',
  text: (tool) => textOf(tool, 'binding'),
  paint: (tool, style) => toStatusPaint(textOf(tool, 'binding'), style),
};

export const addListCommand: AddCommand = (program, bind) => {
  const command = program
    .command('list')
    .description('list the tools that you may call; in a pipe nothing is cut, so that grep finds it')
    .option('-a, --all', 'everything in the catalogue, with its status, also what nobody may call')
    .option('--toolset <name>', 'only the tools of a toolset')
    .option('--status <status>', 'with --all: active, deprecated, sunset, disabled or quarantined')
    .option('--tag <tag>', 'with --all: only tools with this tag')
    .option('--prefix <text>', 'with --all: only names that begin so')
    .option('--limit <count>', 'at most so many', toCount, 1000);
  addExamples(
    command,
    'toolcrib list',
    'toolcrib list --all --status quarantined',
    'toolcrib list --json | jq .items[].name',
  );
  bind<ListOptions>(command, async (session, { options }) => {
    const { limit, toolset, tag, prefix } = options;
    const isAll =
      options.all === true || [options.status, tag, prefix].some((filter) => filter !== undefined);
    const client = await session.connect();
    const list = isAll
      ? await listAll(client, session.path('catalog', 'tools'), {
          limit,
          query: { status: options.status, tag, prefix },
        })
      : await listAll(client, session.path('tools'), { limit, query: { toolset } });
    const { out } = session;
    if (out.isJson) return void (await out.json(list));
    if (list.items.length === 0) {
      out.note(
        isAll
          ? 'The catalogue has no such tools. Publish some with `toolcrib register <file>`.'
          : 'There is nothing that you may call. `toolcrib list --all` shows the whole catalogue.',
      );
      return undefined;
    }
    await out.table(
      isAll ? [name, version, status, code, description] : [name, version, description],
      list.items,
    );
    const more = list.nextCursor === null ? '' : ', and there are more: --limit';
    out.note(`\n${count(list.items.length, 'tool')}${more}. \`toolcrib show <tool>\` tells more.`);
    return undefined;
  });
};
