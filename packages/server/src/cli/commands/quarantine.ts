import { ToolcribError } from 'toolcrib';
import { ApiProblem } from '../client/api-problem.ts';
import { type JsonRecord, recordOf, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addExamples, firstLine, toCount } from '../command-kit.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';
import type { CliSession } from '../session.ts';

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'NAME', text: (item) => textOf(item, 'name'), minWidth: 20 },
  { title: 'TOOL', text: (item) => (item.hasTool === true ? 'yes' : 'none') },
  { title: 'SINCE', text: (item) => textOf(recordOf(item, 'quarantine'), 'since').slice(0, 16) },
  { title: 'BY', text: (item) => textOf(recordOf(item, 'quarantine'), 'by'), minWidth: 8 },
  {
    title: 'REASON',
    text: (item) => firstLine(textOf(recordOf(item, 'quarantine'), 'reason')),
    minWidth: 12,
  },
];

type QuarantineOptions = { readonly reason?: string | undefined; readonly limit: number };

export const addQuarantineCommand: AddCommand = (program, bind) => {
  const command = program
    .command('quarantine')
    .description(
      'let nobody use tools, in any version that they have or will get, until they are released; without names, list what is in quarantine',
    )
    .argument('[tools...]')
    .option('--reason <text>', 'why; whoever calls one reads it, and it is recorded; needed with names')
    .option('--limit <count>', 'without names: at most so many', toCount, 1000);
  addExamples(
    command,
    'toolcrib quarantine',
    'toolcrib quarantine fetch_page --reason "leaks what it reads"',
  );
  bind<QuarantineOptions>(command, async (session, { args, options: { reason, limit } }) => {
    const { out, path, connect } = session;
    if (args.length === 0) return await listQuarantine(session, { reason, limit });
    if (reason === undefined) throw noReason();
    const client = await connect();
    for (const tool of args) {
      const answer = await client.ask('POST', path('catalog', 'tools', tool, 'quarantine'), {
        body: { reason },
      });
      if (out.isJson) await out.jsonLine(answer);
      else
        await out.text(
          `${toVisibleLine(tool)} is in quarantine${answer.registration === null ? NO_TOOL : ''}.`,
        );
    }
    return undefined;
  });
};

async function listQuarantine(
  { out, path, connect }: CliSession,
  { reason, limit }: QuarantineOptions,
): Promise<undefined> {
  if (reason !== undefined) {
    throw new ToolcribError(
      'E_INVALID_OPTION',
      'Name the tools to put into quarantine, or leave out --reason to list them.',
    );
  }
  const page = await listAll(await connect(), path('catalog', 'quarantine'), { limit });
  if (out.isJson) return void (await out.json(page));
  if (page.items.length === 0) return void out.note('Nothing is in quarantine.');
  await out.table(columns, page.items);
  const more = page.nextCursor === null ? '' : 'There are more: --limit. ';
  out.note(`\n${more}\`toolcrib release <name>\` ends a quarantine.`);
  return undefined;
}

function noReason(): ToolcribError {
  return new ToolcribError(
    'E_INVALID_OPTION',
    'Say why with --reason. `toolcrib quarantine` without names lists what is in quarantine.',
  );
}

/** A name can be misspelt, or be that of a tool which is still to come. */
const NO_TOOL = '; there is no tool of that name yet';

/** A name without a tool can be in quarantine, so that there is no tool is only half of what is wrong. */
function toNotQuarantined(error: unknown, name: string): unknown {
  if (!(error instanceof ApiProblem) || error.code !== 'E_TOOL_NOT_FOUND') return error;
  const detail = `${JSON.stringify(name)} is not in quarantine, and there is no tool of that name.`;
  return new ApiProblem(error.status, { ...error.problem, detail });
}

export const addReleaseCommand: AddCommand = (program, bind) => {
  const command = program
    .command('release')
    .description('end the quarantine of tools')
    .argument('<tools...>')
    .option('--reason <text>', 'why; it is recorded');
  addExamples(command, 'toolcrib release fetch_page --reason "corrected in 1.1.0"');
  bind<{ readonly reason?: string }>(
    command,
    async ({ out, path, connect }, { args, options: { reason } }) => {
      const client = await connect();
      const body = reason === undefined ? {} : { reason };
      for (const tool of args) {
        const answer = await client
          .ask('POST', path('catalog', 'tools', tool, 'release'), { body })
          .catch((error: unknown) => {
            throw toNotQuarantined(error, tool);
          });
        if (out.isJson) await out.jsonLine(answer);
        else await out.text(`${toVisibleLine(tool)} is released.`);
      }
      return undefined;
    },
  );
};
