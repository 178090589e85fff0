import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '../client/json-fields.ts';
import { listAll } from '../client/list-all.ts';
import { type AddCommand, addDefault, addExamples, toCount } from '../command-kit.ts';
import { describeFinding } from '../output/describe-finding.ts';
import { formatFacts } from '../output/facts.ts';
import type { Output } from '../output/output.ts';
import type { TableColumn } from '../output/table.ts';
import { toVisibleJson, toVisibleLine } from '../output/visible.ts';
import type { CliSession } from '../session.ts';

const NO_VERSION = '-';
const VERSION_HELP = 'which one, if the tool has several drafts; - is the one without a version';

type ListOptions = { readonly tool?: string; readonly limit: number };
type ApproveOptions = { readonly digest?: string; readonly authority?: string; readonly reason?: string };

const columns: readonly TableColumn<JsonRecord>[] = [
  { title: 'NAME', text: (draft) => textOf(draft, 'name'), minWidth: 14 },
  { title: 'VERSION', text: (draft) => textOf(draft, 'version') || NO_VERSION },
  { title: 'SINCE', text: (draft) => textOf(draft, 'since').slice(0, 16) },
  { title: 'BY', text: (draft) => textOf(draft, 'by'), minWidth: 8 },
  { title: 'FINDINGS', text: (draft) => String(recordsOf(draft, 'findings').length || '') },
  { title: 'REASON', text: (draft) => textOf(draft, 'reason'), minWidth: 12 },
];

export const addDraftsCommand: AddCommand = (program, bind) => {
  const drafts = program.command('drafts').description('see versions that wait for approval, and decide');
  const list = addDefault(drafts, 'list')
    .description('list what waits, by name and version')
    .option('--tool <name>', 'only of this tool')
    .option('--limit <count>', 'at most so many', toCount, 200);
  addExamples(list, 'toolcrib drafts', 'toolcrib drafts list --tool weather --json');
  bind<ListOptions>(list, async ({ out, path, connect }, { options: { tool, limit } }) => {
    const page = await listAll(await connect(), path('catalog', 'drafts'), { limit, query: { tool } });
    if (out.isJson) return void (await out.json(page));
    if (page.items.length === 0) return void out.note('No drafts wait.');
    await out.table(columns, page.items);
    out.note('\n`toolcrib drafts show <tool>` shows what would change; then approve or discard.');
    return undefined;
  });

  const show = drafts
    .command('show')
    .description('show what a draft would change')
    .argument('<tool>')
    .argument('[version]', VERSION_HELP);
  addExamples(show, 'toolcrib drafts show weather', 'toolcrib drafts show weather 2.0.0 --json');
  bind(show, async (session, { args }) => {
    const review = await reviewDraft(session, args);
    if (session.out.isJson) await session.out.json(review);
    else await printReview(session, review);
    return undefined;
  });

  const approve = drafts
    .command('approve')
    .description('publish a draft')
    .argument('<tool>')
    .argument('[version]', VERSION_HELP)
    .option('--digest <digest>', 'only if it is the one that `drafts show` has shown')
    .option('--authority <digest>', 'the same of its authority; needed beside --digest if it states one')
    .option('--reason <text>', 'why; it is recorded');
  addExamples(approve, 'toolcrib drafts approve weather --reason "as agreed"');
  bind<ApproveOptions>(approve, async (session, { args, options }) => {
    const { out, path } = session;
    const [tool = '', version] = args;
    const digests = await digestsOf(session, args, options);
    const client = await session.connect();
    const body = { ...digests, ...toChoice(version), ...toReason(options) };
    const answer = await client.ask('POST', path('catalog', 'drafts', tool, 'approve'), { body });
    if (out.isJson) await out.json(answer);
    else await out.text(`${toVisibleLine(titleOf(answer))} is published.`);
    return undefined;
  });

  const discard = drafts
    .command('discard')
    .description('drop a draft')
    .argument('<tool>')
    .argument('[version]', VERSION_HELP)
    .option('--reason <text>', 'why; it is recorded');
  addExamples(discard, 'toolcrib drafts discard weather --reason "no longer needed"');
  bind<{ readonly reason?: string }>(discard, async (session, { args: [tool = '', version], options }) => {
    const client = await session.connect();
    const body = { ...toChoice(version), ...toReason(options) };
    await client.ask('POST', session.path('catalog', 'drafts', tool, 'discard'), { body });
    if (!session.out.isJson) await session.out.text(`The draft of ${toVisibleLine(tool)} is dropped.`);
    return undefined;
  });
};

/** Of the draft that was looked at, or of the one that waits now. */
async function digestsOf(
  session: CliSession,
  args: readonly string[],
  { digest, authority: authorityDigest }: ApproveOptions,
): Promise<JsonRecord> {
  // Where the draft states an authority, the service wants the digest of it too.
  if (digest !== undefined) return { digest, ...(authorityDigest !== undefined && { authorityDigest }) };
  const draft = recordOf(await reviewDraft(session, args), 'draft');
  return { digest: textOf(draft, 'digest'), authorityDigest: textOf(draft, 'authorityDigest') };
}

async function reviewDraft(
  session: CliSession,
  [tool = '', version]: readonly string[],
): Promise<JsonRecord> {
  const client = await session.connect();
  // In an address the one without a version is an empty text.
  const query = { version: version === NO_VERSION ? '' : version };
  return await client.ask('GET', session.path('catalog', 'drafts', tool), { query });
}

function toChoice(version: string | undefined): JsonRecord {
  if (version === undefined) return {};
  return { version: version === NO_VERSION ? null : version };
}

function toReason({ reason }: { readonly reason?: string }): JsonRecord {
  return reason === undefined ? {} : { reason };
}

async function printReview({ out }: CliSession, review: JsonRecord): Promise<void> {
  const draft = recordOf(review, 'draft');
  const [name, digest] = [textOf(draft, 'name'), textOf(draft, 'digest')];
  const authority = textOf(draft, 'authorityDigest');
  const comparison = recordOf(review, 'comparison');
  await out.text(out.style.bold(toVisibleLine(titleOf(draft))));
  const facts = formatFacts(
    [
      ['by', textOf(draft, 'by')],
      ['since', textOf(draft, 'since')],
      ['reason', textOf(draft, 'reason')],
      ['source', textOf(draft, 'source')],
      ['digest', digest],
      ['authority', authority],
      ['instead of', isRecord(review.current) ? textOf(review.current, 'version') || NO_VERSION : 'nothing'],
      ['schemas', textOf(comparison, 'verdict')],
    ],
    out.style,
  );
  await out.text(facts);
  if (isRecord(review.current)) {
    for (const difference of recordsOf(review, 'differences')) await printDifference(out, difference);
  } else await out.text(`\n${toVisibleJson(draft.spec)}`);
  for (const finding of recordsOf(draft, 'findings')) out.note(describeFinding(name, finding));
  const words = `${name} ${textOf(draft, 'version') || NO_VERSION}`;
  out.note(
    `\ntoolcrib drafts approve ${words} --digest ${digest} --authority ${authority}\nor  toolcrib drafts discard ${words} --reason "…"`,
  );
}

/** All of it, however long: somebody answers for it. */
async function printDifference(out: Output, difference: JsonRecord): Promise<void> {
  const { before, after } = difference;
  await out.text(`\n${out.style.dim(toVisibleLine(textOf(difference, 'pointer')))}`);
  if (before !== undefined) await out.text(out.style.bad(`- ${toVisibleLine(showValue(before))}`));
  if (after !== undefined) await out.text(out.style.good(`+ ${toVisibleLine(showValue(after))}`));
}

function titleOf(draft: JsonRecord): string {
  return `${textOf(draft, 'name')} ${textOf(draft, 'version')}`.trim();
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
