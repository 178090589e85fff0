import { type CheckName, checks } from './checks.ts';

/** What became of one check of one client. */
export type Cell =
  | { readonly kind: 'works' }
  /** `no` and `part`: what the client cannot do. */
  | { readonly kind: 'no' | 'part' | 'unexpected'; readonly reason: string };

export interface Row {
  readonly client: string;
  /** The package and its version. */
  readonly version: string;
  /** Of the protocol, as it was negotiated. */
  readonly revision: string;
  readonly cells: Readonly<Record<CheckName, Cell>>;
}

// Its keys are these.
const names = Object.keys(checks) as readonly CheckName[];

/** Headings that let the table fit a terminal. */
const headings: Readonly<Record<CheckName, string>> = {
  list: 'list',
  call: 'call',
  error: 'error',
  approval: 'approve',
  progress: 'progr.',
  cancellation: 'cancel',
  'large text': 'text',
  'large structured': 'struct.',
  'list changed': 'changed',
  tasks: 'tasks',
};

/** The table for a terminal of 80 columns, with the reasons below. */
export function toTerminal(rows: readonly Row[]): string {
  const reasons = collectReasons(rows);
  const lines = [
    ['', ...names.map((name) => headings[name])],
    ...rows.map(({ client, cells }) => [client, ...names.map((name) => describe(cells[name], reasons))]),
  ];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const table = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' '));
  return [
    ...table.map((line) => line.trimEnd()),
    '',
    ...reasons.map((reason, index) => `${index + 1}  ${reason}`),
  ].join('\n');
}

/** The same as Markdown, with versions. */
export function toMarkdown(rows: readonly Row[]): string {
  const reasons = collectReasons(rows);
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    toLine(['', ...names]),
    `|---|${'---|'.repeat(names.length)}`,
    ...rows.map(({ client, version, revision, cells }) =>
      toLine([
        `${client}<br>\`${version}\`, ${revision}`,
        ...names.map((name) => describe(cells[name], reasons).replace(/\d+$/, '<sup>$&</sup>')),
      ]),
    ),
    '',
    ...reasons.map((reason, index) => `${index + 1}. ${reason}`),
  ].join('\n');
}

function collectReasons(rows: readonly Row[]): readonly string[] {
  const all = rows.flatMap(({ cells }) => names.map((name) => reasonOf(cells[name])));
  return [...new Set(all.filter((reason) => reason !== undefined))];
}

function describe(cell: Cell, reasons: readonly string[]): string {
  const reason = reasonOf(cell);
  const word = { works: 'works', no: 'no', part: 'part', unexpected: 'FAILS' }[cell.kind];
  return reason === undefined ? word : `${word} ${reasons.indexOf(reason) + 1}`;
}

/** Of what is as expected. */
function reasonOf(cell: Cell): string | undefined {
  return cell.kind === 'works' || cell.kind === 'unexpected' ? undefined : cell.reason;
}
