import { type JsonRecord, recordOf, recordsOf, textOf } from '../client/json-fields.ts';
import { type AddCommand, addExamples, firstLine, toCount } from '../command-kit.ts';
import type { TableColumn } from '../output/table.ts';

type SearchOptions = { readonly limit: number; readonly toolset?: string; readonly explain?: boolean };

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'NAME', text: (hit) => textOf(recordOf(hit, 'tool'), 'name'), minWidth: 20 },
  { title: 'SCORE', text: (hit) => (typeof hit.score === 'number' ? hit.score.toFixed(2) : '') },
  {
    title: 'DESCRIPTION',
    text: (hit) => firstLine(textOf(recordOf(hit, 'tool'), 'description')),
    minWidth: 16,
  },
];

export const addSearchCommand: AddCommand = (program, bind) => {
  const command = program
    .command('search')
    .description('find tools for a task, in your own words')
    .argument('<words...>')
    .option('--limit <count>', 'at most so many', toCount, 10)
    .option('--toolset <name>', 'only among the tools of a toolset')
    .option('--explain', 'with --json: why each was found');
  addExamples(
    command,
    'toolcrib search convert miles to kilometres',
    'toolcrib search "what time is it in Tokyo" --limit 3',
  );
  bind<SearchOptions>(command, async ({ out, path, connect }, { args, options }) => {
    const client = await connect();
    const query = {
      q: args.join(' '),
      limit: options.limit,
      toolset: options.toolset,
      explain: options.explain,
    };
    const answer = await client.ask('GET', path('search'), { query });
    if (out.isJson) return void (await out.json(answer));
    const hits = recordsOf(answer, 'hits');
    if (hits.length === 0) out.note('Nothing that you may call fits. Try other words, or `toolcrib list`.');
    else await out.table(columns, hits);
    return undefined;
  });
};
