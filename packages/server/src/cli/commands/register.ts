import { ToolcribError } from 'toolcrib';
import { ApiProblem } from '../client/api-problem.ts';
import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '../client/json-fields.ts';
import { type AddCommand, addExamples } from '../command-kit.ts';
import { collect } from '../global-options.ts';
import { describeFinding } from '../output/describe-finding.ts';
import { toStatusPaint } from '../output/status-paint.ts';
import type { TableColumn } from '../output/table.ts';
import { readSpecs } from '../read-specs.ts';
import type { CliSession } from '../session.ts';

type RegisterOptions = {
  readonly source?: string;
  readonly draft?: boolean;
  readonly waive?: readonly string[];
  readonly reason?: string;
};

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'NAME', text: (result) => textOf(result, 'name'), minWidth: 20 },
  { title: 'VERSION', text: (result) => textOf(result, 'version') || '-' },
  {
    title: 'RESULT',
    text: (result) => textOf(result, 'outcome'),
    paint: (result, style) => toStatusPaint(textOf(result, 'outcome'), style),
  },
  { title: 'FINDINGS', text: (result) => String(recordsOf(result, 'findings').length || '') },
];

export const addRegisterCommand: AddCommand = (program, bind) => {
  const command = program
    .command('register')
    .description('publish tools in the catalogue: all that are given, or none')
    .argument('<files...>', 'JSON with one spec or several, or a module (.ts, .js) with tools')
    .option('--source <text>', 'where they come from')
    .option('--draft', 'only propose them; somebody else approves')
    .option('--waive <rule=reason>', 'let a finding of lint pass; may be repeated', collect)
    .option('--reason <text>', 'why; it is recorded');
  addExamples(
    command,
    'toolcrib register ./weather.json',
    'toolcrib register ./my-tools.ts --reason "first release"',
  );
  bind<RegisterOptions>(command, async (session, { args, options }) => {
    const { out, io } = session;
    const specs: JsonRecord[] = [];
    for (const file of args) specs.push(...(await readSpecs(file, io.cwd, io.loadSpecs)));
    const client = await session.connect();
    const body = { specs, ...toFields(options) };
    const answer = await client
      .ask('POST', session.path('catalog', 'tools'), { body })
      .catch((error: unknown) => {
        if (!out.isJson) printRefusal(session, error);
        throw error;
      });
    if (out.isJson) return void (await out.json(answer));
    const results = recordsOf(answer, 'results');
    await out.table(columns, results);
    for (const result of results) {
      for (const finding of recordsOf(result, 'findings'))
        out.note(describeFinding(textOf(result, 'name'), finding));
    }
    if (results.some((result) => textOf(result, 'outcome') === 'draft')) {
      out.note('\nDrafts wait until somebody who may govern the catalogue approves them: toolcrib drafts');
    }
    return undefined;
  });
};

function toFields({ source, draft, waive, reason }: RegisterOptions): JsonRecord {
  const waivers = waive?.map((text) => {
    const at = text.indexOf('=');
    if (at > 0 && at < text.length - 1) return { rule: text.slice(0, at), reason: text.slice(at + 1) };
    throw new ToolcribError(
      'E_INVALID_OPTION',
      `A waiver is written rule=reason, not ${JSON.stringify(text)}.`,
    );
  });
  const fields = { source, draft, waivers, reason };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What lint has found, before the error says that it counts. */
function printRefusal({ io }: CliSession, error: unknown): void {
  if (!(error instanceof ApiProblem) || !isRecord(error.problem.context)) return;
  const { context } = error.problem;
  for (const finding of recordsOf(context, 'findings')) {
    const name =
      textOf(finding, 'toolName') || textOf(context, 'toolName') || textOf(recordOf(finding, 'spec'), 'name');
    io.stderr.write(`${describeFinding(name, finding)}\n`);
  }
}
