import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ToolcribError } from 'toolcrib';
import type { AuditReport } from '../../audit/audit-report.ts';
import { verifyAudit } from '../../audit/verify-audit.ts';
import type { ApiClient } from '../client/api-client.ts';
import { exitCodeOf } from '../client/api-problem.ts';
import { type JsonRecord, textOf } from '../client/json-fields.ts';
import { type ListPage, type ListRequest, listAll, toListPage } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, count, toCount } from '../command-kit.ts';
import {
  addFilterOptions,
  describeNoMatch,
  type FilterOptions,
  isFiltered,
  toFilterQuery,
} from '../filter-options.ts';
import { formatFacts } from '../output/facts.ts';
import { toStatusPaint } from '../output/status-paint.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';
import { readHead } from '../read-head.ts';
import type { CliSession } from '../session.ts';

/** So many of the last entries the API gives at once. */
const MAX_LAST = 500;

type LogOptions = { readonly service?: boolean };
type ListOptions = LogOptions & FilterOptions & { readonly limit: number; readonly after?: string };
type ExportOptions = LogOptions & { readonly from?: number; readonly to?: number; readonly out?: string };

/** Entries from the end of a log. */
type LastEntries = ListPage & {
  /** Whether the log goes on before them. */
  readonly hasEarlier: boolean;
};

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: '#', text: (entry) => textOf(entry, 'sequence') },
  { title: 'WHEN', text: (entry) => textOf(entry, 'at').slice(0, 19) },
  { title: 'ACTION', text: (entry) => textOf(entry, 'route') || textOf(entry, 'action'), minWidth: 10 },
  { title: 'SUBJECT', text: (entry) => textOf(entry, 'subject'), minWidth: 8 },
  { title: 'BY', text: (entry) => textOf(entry, 'actor'), minWidth: 8 },
  {
    title: 'OUTCOME',
    text: (entry) => [textOf(entry, 'outcome'), textOf(entry, 'code')].join(' ').trim(),
    minWidth: 18,
    paint: (entry, style) => toStatusPaint(textOf(entry, 'outcome'), style),
  },
];

export const addAuditCommand: AddCommand = (program, bind) => {
  const audit = program.command('audit').description('read, export and verify the audit log');
  const list = addFilterOptions(addDefault(audit, 'list'))
    .description('list who did what')
    .option('--service', 'the log of the service itself')
    .option('--after <cursor>', 'from there on; otherwise the last ones')
    .option('--limit <count>', 'at most so many', toCount, 100);
  addExamples(
    list,
    'toolcrib audit',
    'toolcrib audit --status denied --since 7d',
    'toolcrib audit list --json --limit 1000',
  );
  bind<ListOptions>(list, async (session, { options }) => {
    const { out } = session;
    const client = await session.connect();
    const { after, limit } = options;
    const query = toFilterQuery(options, session.io.now());
    const path = logPath(session, options);
    const { hasEarlier, ...page } =
      after === undefined
        ? await listLast(client, path, { limit, query })
        : { hasEarlier: false, ...(await listAll(client, path, { limit, after, query })) };
    if (out.isJson) return void (await out.json(page));
    if (page.items.length === 0)
      out.note(isFiltered(options) ? describeNoMatch(options) : 'The log is empty.');
    else await out.table(columns, page.items);
    if (hasEarlier) out.note('\nThere are earlier entries: --limit, or toolcrib audit export');
    if (page.nextCursor !== null) out.note(`\nThere are more: --limit, or --after ${page.nextCursor}`);
    return undefined;
  });

  const exportLog = audit
    .command('export')
    .description('write the log as lines of JSON that can be verified anywhere')
    .option('--service', 'the log of the service itself')
    .option('--from <number>', 'the first entry', toCount)
    .option('--to <number>', 'the last entry', toCount)
    .option('--out <file>', 'where to; otherwise standard output');
  addExamples(
    exportLog,
    'toolcrib audit export --out audit.ndjson',
    'toolcrib audit export | toolcrib audit verify -',
  );
  bind<ExportOptions>(exportLog, async (session, { options }) => {
    const client = await session.connect();
    const answer = await client.open('GET', `${logPath(session, options)}/export`, {
      headers: { accept: 'application/x-ndjson' },
      query: { from: options.from, to: options.to },
    });
    await copyTo(session, answer, options.out);
    return undefined;
  });

  const verify = audit
    .command('verify')
    .description('check an export without any service; exit code 4 if it is not as it was written')
    .argument('<file>', 'the export, or - for standard input')
    .option(
      '--head <number:hash>',
      'the last entry that you know of: finds an end that was cut off',
      readHead,
    )
    .option('--after <number:hash>', 'the entry before the first, for a part of a log', readHead);
  addExamples(
    verify,
    'toolcrib audit verify audit.ndjson',
    'toolcrib audit verify audit.ndjson --head 120:sha256:5f1c…',
  );
  bind<{ readonly head?: ReturnType<typeof readHead>; readonly after?: ReturnType<typeof readHead> }>(
    verify,
    async (session, { args: [file = '-'], options }) => {
      const report = await verifyAudit(readLines(session, file), {
        expectedHead: options.head,
        from: options.after,
      });
      if (report.count === 0 && report.problem === undefined) {
        // A pipe that broke looks like this, and an empty log proves nothing.
        throw new ToolcribError(
          'E_INVALID_REQUEST',
          'There is no entry in it, so there is nothing to verify.',
        );
      }
      return await printReport(session, report);
    },
  );
};

/** The last entries, the oldest of them first. A page may have fewer than were asked for, and leads to those before them. */
async function listLast(
  client: ApiClient,
  path: string,
  { limit, query }: ListRequest,
): Promise<LastEntries> {
  const items: JsonRecord[] = [];
  let after: string | undefined;
  do {
    const last = Math.min(MAX_LAST, limit - items.length);
    const page = toListPage(await client.ask('GET', path, { query: { ...query, last, after } }));
    items.unshift(...page.items);
    after = page.nextCursor ?? undefined;
  } while (after !== undefined && items.length < limit);
  return { items, nextCursor: null, hasEarlier: after !== undefined };
}

function logPath({ path }: CliSession, { service }: LogOptions): string {
  return service === true ? '/v1/audit' : path('audit');
}

async function copyTo({ io, out }: CliSession, answer: Response, file: string | undefined): Promise<void> {
  const stream = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
  if (file === undefined) {
    // Entries are canonical JSON: what a terminal obeys is escaped there, or made so when they are only looked at.
    for await (const text of stream) await io.stdout.write(io.stdout.isTTY ? showLines(text) : text);
    return;
  }
  const handle = await open(resolve(io.cwd, file), 'w', 0o600);
  try {
    for await (const text of stream) await handle.write(text);
  } finally {
    await handle.close();
  }
  out.note(`${file} is written. Check it anywhere: toolcrib audit verify ${file}`);
}

function showLines(text: string): string {
  return text.split('\n').map(toVisibleLine).join('\n');
}

async function* readLines({ io }: CliSession, file: string): AsyncGenerator<string, void> {
  if (file === '-') {
    yield* (await io.stdin.read()).split('\n');
    return;
  }
  const input = createReadStream(resolve(io.cwd, file), 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new ToolcribError('E_INVALID_REQUEST', `${file} cannot be read.`, { cause: error });
  } finally {
    input.destroy();
  }
}

async function printReport({ out, io }: CliSession, report: AuditReport): Promise<number> {
  const { isIntact, tenant, count: entries, head, problem } = report;
  const exitCode = isIntact ? 0 : exitCodeOf('E_AUDIT_BROKEN');
  if (out.isJson) {
    await out.json(report);
    return exitCode;
  }
  const facts = [
    ['entries', String(entries)],
    ['log', tenant ?? ''],
    ['head', `${head.sequence}:${head.hash}`],
  ] as const;
  await out.text(formatFacts(facts, out.style));
  if (problem === undefined) {
    await out.text(out.style.good(`Intact: ${count(entries, 'entry').replace('entrys', 'entries')}.`));
    return exitCode;
  }
  io.stderr.write(
    `${out.style.bad('error')} E_AUDIT_BROKEN: Line ${problem.line}, entry ${problem.sequence}: ${toVisibleLine(problem.message)}\n`,
  );
  return exitCode;
}
