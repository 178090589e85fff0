import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type JsonRecord, recordOf, recordsOf, textOf, textsOf } from '../client/json-fields.ts';
import { type AddCommand, addExamples } from '../command-kit.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleLine } from '../output/visible.ts';
import { readJsonFile } from '../read-json-file.ts';
import type { CliSession } from '../session.ts';

type RestoreOptions = { readonly dryRun?: boolean; readonly if?: string; readonly reason?: string };
type Change = { readonly what: string; readonly kind: string; readonly details: string };

const columns: readonly TableColumn<Change>[] = [
  { title: 'CHANGE', text: ({ kind }) => kind },
  { title: 'WHAT', text: ({ what }) => what, minWidth: 20 },
  { title: 'DETAILS', text: ({ details }) => details, minWidth: 12 },
];

export const addSnapshotCommand: AddCommand = (program, bind) => {
  const snapshot = program
    .command('snapshot')
    .description('keep all that a catalogue holds in a file, and bring it back');
  const save = snapshot
    .command('save')
    .description('write tools, drafts, toolsets, policies and quarantines to a file')
    .argument('<file>', 'where to, or - for standard output');
  addExamples(save, 'toolcrib snapshot save before.json', 'toolcrib snapshot save - | jq .tools[].spec.name');
  bind(save, async (session, { args: [file = '-'] }) => {
    const { out, io } = session;
    const client = await session.connect();
    const answer = await client.open('GET', session.path('snapshot'));
    const text = await answer.text();
    // What a terminal would obey is only made visible where it is looked at.
    if (file === '-')
      return void (await io.stdout.write(io.stdout.isTTY ? `${toVisibleLine(text)}\n` : text));
    await writeFile(resolve(io.cwd, file), text);
    const digest = digestOf(answer);
    if (out.isJson) await out.json({ file, digest });
    else out.note(`${file} is written. The catalogue is ${digest}.`);
    return undefined;
  });

  const restore = snapshot
    .command('restore')
    .description(
      'replace all that the catalogue holds by what a file has; quarantines that it has not are gone',
    )
    .argument('<file>', 'a snapshot, or - for standard input')
    .option('--dry-run', 'only show what would change')
    .option('--if <digest>', 'only if the catalogue is still the one that a dry run or `snapshot save` named')
    .option('--reason <text>', 'why; it is recorded');
  addExamples(
    restore,
    'toolcrib snapshot restore before.json --dry-run',
    'toolcrib snapshot restore before.json --if sha256:5f1c… --reason "undo"',
  );
  bind<RestoreOptions>(restore, async (session, { args: [file = '-'], options }) => {
    const { out } = session;
    const body = await readJsonFile(session.io, { file, code: 'E_INVALID_SNAPSHOT' });
    const client = await session.connect();
    const current = await findCurrent(session, options);
    const answer = await client.ask('PUT', session.path('snapshot'), {
      body,
      query: { dryRun: options.dryRun, reason: options.reason },
      headers: current === undefined ? {} : { 'if-match': `"${current}"` },
    });
    if (out.isJson) return void (await out.json(answer));
    const changes = listChanges(recordOf(answer, 'diff'));
    if (changes.length > 0) await out.table(columns, changes);
    out.note(conclude(changes.length, answer.isRestored === true, current));
    return undefined;
  });
};

/** A dry run tells what of, so that nothing else is replaced afterwards. */
async function findCurrent(session: CliSession, options: RestoreOptions): Promise<string | undefined> {
  if (options.if !== undefined || options.dryRun !== true) return options.if;
  const client = await session.connect();
  const answer = await client.open('GET', session.path('snapshot'));
  await answer.body?.cancel();
  return digestOf(answer);
}

function conclude(changes: number, isRestored: boolean, current: string | undefined): string {
  if (changes === 0) return 'The catalogue is as the snapshot has it.';
  if (isRestored) return '\nThe catalogue is now as the snapshot has it.';
  return `\nNothing was changed. To restore it over exactly this catalogue: --if ${current}`;
}

function digestOf(answer: Response): string {
  return (answer.headers.get('etag') ?? '').replace(/^(?:W\/)?"(.*)"$/, '$1');
}

function listChanges(diff: JsonRecord): readonly Change[] {
  const tools = ['added', 'removed', 'changed'].flatMap((kind) =>
    recordsOf(diff, kind).map((tool) => ({
      kind,
      what: `${textOf(tool, 'name')} ${textOf(tool, 'version')}`.trim(),
      details:
        kind === 'changed'
          ? Object.keys(tool)
              .filter((field) => field !== 'name')
              .join(' ')
          : '',
    })),
  );
  const names = recordsOf(diff, 'quarantinedNames').map((name) => ({
    kind: name.to === undefined ? 'released' : 'quarantined',
    what: textOf(name, 'name'),
    details: textOf(recordOf(name, name.to === undefined ? 'from' : 'to'), 'reason'),
  }));
  const documents = textsOf(diff, 'documents').map((what) => ({
    kind: 'changed',
    what,
    details: 'document',
  }));
  return [...tools, ...names, ...documents];
}
