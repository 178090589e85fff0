import { followCall } from '../calling/follow-call.ts';
import { printCall } from '../calling/print-call.ts';
import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, count, toCount } from '../command-kit.ts';
import {
  addFilterOptions,
  describeNoMatch,
  type FilterOptions,
  isFiltered,
  toFilterQuery,
} from '../filter-options.ts';
import { toStatusPaint } from '../output/status-paint.ts';
import type { TableColumn } from '../output/table.ts';

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'ID', text: (call) => textOf(call, 'id') },
  { title: 'TOOL', text: (call) => textOf(call, 'tool'), minWidth: 10 },
  {
    title: 'STATE',
    text: (call) => textOf(call, 'state'),
    paint: (call, style) => toStatusPaint(textOf(call, 'state'), style),
  },
  { title: 'ACCEPTED', text: (call) => textOf(call, 'acceptedAt').slice(0, 19) },
  { title: 'MS', text: (call) => textOf(call, 'ranMs'), isSpare: true },
  { title: 'CALLER', text: (call) => textOf(call, 'callerId'), minWidth: 8, isSpare: true },
];

export const addCallsCommand: AddCommand = (program, bind) => {
  const calls = program.command('calls').description('see calls that were made, and stop them');
  const list = addFilterOptions(addDefault(calls, 'list'))
    .description('list the newest calls, the last of them at the end: your own, or all if you may read them')
    .option('--state <state>', 'open or ended')
    .option('--limit <count>', 'at most so many', toCount, 50);
  addExamples(list, 'toolcrib calls', 'toolcrib calls --tool send_mail --status failed --since 12h');
  bind<FilterOptions & { readonly state?: string; readonly limit: number }>(
    list,
    async ({ io, out, path, connect }, { options }) => {
      const query = { state: options.state, ...toFilterQuery(options, io.now()) };
      const page = await listAll(await connect(), path('calls'), { limit: options.limit, query });
      if (out.isJson) return void (await out.json(page));
      if (page.items.length === 0) {
        out.note(
          isFiltered(options)
            ? describeNoMatch(options)
            : 'No calls yet. Make one with `toolcrib call <tool>`.',
        );
      } else await out.table(columns, page.items.toSorted(byTime));
      if (page.nextCursor !== null)
        out.note(`\n${count(page.items.length, 'call')}, and there are older ones: --limit.`);
      return undefined;
    },
  );

  const show = calls
    .command('show')
    .description('show what came of a call')
    .argument('<id>')
    .option('--wait', 'wait until it has ended')
    .option('--out <file>', 'write the result to a file');
  addExamples(show, 'toolcrib calls show 1m7h5bc6f4ece8bw8fg9rrwjfd --wait');
  bind<{ readonly wait?: boolean; readonly out?: string }>(
    show,
    async (session, { args: [id = ''], options }) => {
      const client = await session.connect();
      const call =
        options.wait === true
          ? await followCall(session, id, { throughGates: true })
          : await client.ask('GET', session.path('calls', id));
      return await printCall(session, call, options.out);
    },
  );

  const cancel = calls.command('cancel').description('stop a call that is going on').argument('<id>');
  addExamples(cancel, 'toolcrib calls cancel 1m7h5bc6f4ece8bw8fg9rrwjfd');
  bind(cancel, async ({ out, path, connect }, { args: [id = ''] }) => {
    const client = await connect();
    const call = await client.ask('POST', path('calls', id, 'cancel'));
    if (out.isJson) await out.json(call);
    else if (call.endedAt === null)
      out.note('The call was cancelled. It does not run, and ends within half a minute.');
    else out.note(`The call is ${textOf(call, 'state')}.`);
    return undefined;
  });
};

/** What was made last is where the eye is. */
function byTime(left: JsonRecord, right: JsonRecord): number {
  return textOf(left, 'acceptedAt') < textOf(right, 'acceptedAt') ? -1 : 1;
}
