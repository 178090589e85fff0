import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ToolcribError } from 'toolcrib';
import { formatPreflight, type PreflightReport, parseLock } from 'toolcrib/governance';
import { type JsonRecord, recordOf, recordsOf, textOf, textsOf } from '../client/json-fields.ts';
import { type AddCommand, addExamples, count } from '../command-kit.ts';
import { collect } from '../global-options.ts';
import { toStatusPaint } from '../output/status-paint.ts';
import type { TableColumn } from '../output/table.ts';
import type { CliSession } from '../session.ts';

const LOCK_FILE = 'toolcrib.lock';
/** As the error table has it for tools that differ from a lock. */
const DIFFERS = 4;

type PreflightOptions = { readonly toolset?: string; readonly scope?: readonly string[] };
type VerifyOptions = { readonly toolset?: string; readonly lockedOnly?: boolean };

const columns: readonly TableColumn<JsonRecord>[] = [
  {
    title: 'STATUS',
    text: (tool) => textOf(tool, 'status'),
    paint: (tool, style) => toStatusPaint(textOf(tool, 'status'), style),
  },
  { title: 'TOOL', text: (tool) => textOf(tool, 'name'), minWidth: 14 },
  { title: 'LOCKED', text: (tool) => shorten(textOf(movedOf(tool), 'locked')) },
  { title: 'NOW', text: (tool) => shorten(textOf(movedOf(tool), 'actual')) },
  { title: 'PARTS', text: (tool) => textsOf(tool, 'parts').join(' '), minWidth: 10 },
  {
    title: 'CHANGED',
    text: (tool) =>
      recordsOf(tool, 'differences')
        .map((difference) => textOf(difference, 'pointer'))
        .join(' '),
    minWidth: 10,
  },
];

export const addLockCommand: AddCommand = (program, bind) => {
  const command = program
    .command('lock')
    .description('write down the tools as they are now, to be reviewed and kept with your code')
    .argument('[tools...]', 'only these; otherwise all')
    .option('--toolset <name>', 'the tools of a toolset')
    .option('--out <file>', 'where to, or - for standard output', LOCK_FILE);
  addExamples(command, 'toolcrib lock', 'toolcrib lock calculate convert_units --out agent.lock');
  bind<{ readonly toolset?: string; readonly out: string }>(command, async (session, { args, options }) => {
    const { out, io } = session;
    const client = await session.connect();
    const names = args.length === 0 ? undefined : args;
    const answer = await client.open('GET', session.path('lock'), {
      query: { names, toolset: options.toolset },
    });
    const text = await answer.text();
    if (options.out === '-' || out.isJson) return void (await io.stdout.write(text));
    await writeFile(resolve(io.cwd, options.out), text);
    out.note(`${options.out} is written. \`toolcrib verify\` compares it with the catalogue from now on.`);
    return undefined;
  });
};

export const addVerifyCommand: AddCommand = (program, bind) => {
  const command = program
    .command('verify')
    .description('compare the catalogue with a lock; exit code 4 if anything differs')
    .argument('[file]', 'the lock', LOCK_FILE)
    .option('--toolset <name>', 'compare with the tools of a toolset')
    .option('--locked-only', 'do not mind tools that the lock does not have');
  addExamples(command, 'toolcrib verify', 'toolcrib verify agent.lock --locked-only');
  bind<VerifyOptions>(command, async (session, { args, options }) => {
    const { out } = session;
    const lock = await readLock(session, args[0]);
    const client = await session.connect();
    const report = await client.ask('POST', session.path('lock', 'verify'), {
      body: {
        lock,
        ...(options.toolset === undefined ? {} : { toolset: options.toolset }),
        ...(options.lockedOnly === true ? { names: Object.keys(parseLock(lock).tools) } : {}),
      },
    });
    const isOk = report.isOk === true;
    if (out.isJson) await out.json(report);
    else await printVerification(session, report);
    return isOk ? 0 : DIFFERS;
  });
};

export const addPreflightCommand: AddCommand = (program, bind) => {
  const command = program
    .command('preflight')
    .description('say whether you can use every tool of a lock right now; exit code 4 if not')
    .argument('[file]', 'the lock', LOCK_FILE)
    .option('--toolset <name>', 'through a toolset, as the lock was written')
    .option('--scope <scope>', 'as somebody who holds these scopes; may be repeated', collect);
  addExamples(command, 'toolcrib preflight', 'toolcrib preflight agent.lock --scope mail:send');
  bind<PreflightOptions>(command, async (session, { args, options }) => {
    const { out, io } = session;
    const client = await session.connect();
    const report = await client.ask('POST', session.path('preflight'), {
      body: {
        lock: await readLock(session, args[0]),
        ...(options.toolset === undefined ? {} : { toolset: options.toolset }),
        ...(options.scope === undefined ? {} : { scopes: options.scope }),
      },
    });
    if (out.isJson) await out.json(report);
    // The service's schema of it is this type.
    else await io.stdout.write(formatPreflight(report as unknown as PreflightReport));
    return report.isReady === true ? 0 : DIFFERS;
  });
};

/** The digests of the part that is another; of the definition if both are. */
function movedOf(tool: JsonRecord): JsonRecord {
  return textsOf(tool, 'parts').includes('definition') ? tool : { ...tool, ...recordOf(tool, 'authority') };
}

async function printVerification({ out, io }: CliSession, report: JsonRecord): Promise<void> {
  const tools = recordsOf(report, 'tools');
  const different = tools.filter((tool) => textOf(tool, 'status') !== 'ok');
  if (different.length === 0) return await out.text(`${count(tools.length, 'tool')}, all as locked.`);
  await out.table(columns, different);
  io.stderr.write(`\n${different.length} of ${count(tools.length, 'tool')} differ from the lock.\n`);
}

async function readLock({ io }: CliSession, file = LOCK_FILE): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new ToolcribError('E_INVALID_LOCK', `There is no lock at ${file} that can be read.`, {
      cause: error,
    });
  }
}

function shorten(digest: string): string {
  const digits = digest.slice(digest.indexOf(':') + 1);
  return digits.slice(0, 12);
}
