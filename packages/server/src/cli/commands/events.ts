import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '../client/json-fields.ts';
import { readEvents } from '../client/read-events.ts';
import { type AddCommand, addExamples, toCount } from '../command-kit.ts';
import {
  addFilterOptions,
  describeNoMatch,
  type FilterOptions,
  isFiltered,
  toFilterQuery,
} from '../filter-options.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';
import type { CliSession } from '../session.ts';

type EventsOptions = FilterOptions & {
  readonly follow?: boolean;
  readonly after?: string;
  readonly limit: number;
};

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'CURSOR', text: (event) => textOf(event, 'cursor') },
  { title: 'EVENT', text: (event) => textOf(event, 'type') },
  { title: 'ABOUT', text: (event) => describe(recordOf(event, 'data')), minWidth: 20 },
];

export const addEventsCommand: AddCommand = (program, bind) => {
  const command = addFilterOptions(program.command('events'))
    .description('see what happens: changes of the catalogue, calls, gates')
    .option('-f, --follow', 'go on until it is interrupted')
    .option('--after <cursor>', 'from there; otherwise from the beginning, or with --follow from now on')
    .option('--limit <count>', 'at most so many, without --follow', toCount, 100);
  addExamples(
    command,
    'toolcrib events',
    'toolcrib events --tool send_mail --since 7d',
    'toolcrib events --follow',
    'toolcrib events --follow --json | jq .type',
  );
  bind<EventsOptions>(command, async (session, { options }) => {
    await (options.follow === true ? follow(session, options) : printPage(session, options));
    return undefined;
  });
};

async function printPage({ io, out, path, connect }: CliSession, options: EventsOptions): Promise<void> {
  const client = await connect();
  const query = toFilterQuery(options, io.now());
  const items: JsonRecord[] = [];
  let { after } = options;
  let page: JsonRecord;
  do {
    const limit = options.limit - items.length;
    page = await client.ask('GET', path('events'), { query: { ...query, after, limit } });
    items.push(...recordsOf(page, 'items'));
    after = textOf(page, 'cursor');
    // Where few events fit, a page may have none.
  } while (isFiltered(options) && page.hasMore === true && items.length < options.limit);
  if (out.isJson) return await out.json({ ...page, items });
  if (items.length === 0)
    return out.note(isFiltered(options) ? describeNoMatch(options) : 'Nothing has happened since.');
  await out.table(columns, items);
  const again = isFiltered(options) ? ' and the same filters' : '';
  out.note(`\nGo on with --after ${after}${again}, or --follow.`);
}

async function follow({ io, out, path, connect }: CliSession, options: EventsOptions): Promise<void> {
  const client = await connect();
  const answer = await client.open('GET', path('events'), {
    headers: { accept: 'text/event-stream' },
    query: { ...toFilterQuery(options, io.now()), after: options.after },
  });
  out.note(`Following ${client.connection.place}; stop with Ctrl-C.`);
  for await (const event of readEvents(answer, io.signal)) {
    const shown = { cursor: event.id, type: event.type, data: event.data };
    if (out.isJson) await out.jsonLine(shown);
    // Events that others may see move the cursor too; that is for programs.
    else if (event.type !== 'cursor-moved') {
      const data = isRecord(event.data) ? event.data : {};
      await out.text(`${out.style.accent(toVisibleLine(event.type))}  ${toVisibleLine(describe(data))}`);
    }
  }
}

function describe(data: JsonRecord): string {
  const about = ['toolName', 'name', 'subject', 'status', 'outcome', 'code', 'by', 'actor']
    .map((field) => textOf(data, field))
    .filter((text) => text !== '');
  return [...new Set([textOf(data, 'at'), ...about])].filter((text) => text !== '').join(' ');
}
