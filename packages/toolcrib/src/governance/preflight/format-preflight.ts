import type { PreflightCheck, PreflightReport } from './preflight-report.ts';
import { preflightStatuses } from './preflight-report.ts';
import { cutColumns, toPlainText, wrapColumns } from './terminal-text.ts';

const COLUMNS = 80;
/** Of the column of statuses, with the gap after it. */
const STATUS_COLUMNS = 13;
const TEXT_COLUMNS = COLUMNS - STATUS_COLUMNS;
/** Digits of a digest that are enough to tell two apart by eye. */
const DIGEST_DIGITS = 12;

/**
 * A report as a table for a terminal, at most 80 columns wide: what is not ready with its reason, both digests where
 * they differ, and the sum at the end. The same report gives the same text. Control characters and invisible ones in
 * names or reasons are shown as escapes, so that they cannot do anything to the terminal.
 *
 * @example
 * ```ts
 * process.stdout.write(formatPreflight(report));
 * ```
 */
export function formatPreflight({ isReady, counts, tools }: PreflightReport): string {
  const rows = tools.flatMap(formatTool);
  const parts = preflightStatuses.flatMap((status) =>
    counts[status] === 0 ? [] : [`${counts[status]} ${status}`],
  );
  const list = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  const sum = `${isReady ? 'Ready' : 'Not ready'}. ${tools.length} locked${list}.`;
  const lines = [toRow('STATUS', 'TOOL'), ...rows, '', ...wrapColumns(sum, COLUMNS)];
  return `${lines.join('\n')}\n`;
}

function formatTool(tool: PreflightCheck): readonly string[] {
  const version = tool.lockedVersion === undefined ? '' : ` ${toPlainText(tool.lockedVersion)}`;
  const title = cutColumns(`${toPlainText(tool.name)}${version}`, TEXT_COLUMNS);
  const notes = describeTool(tool).flatMap((note) => wrapColumns(toPlainText(note), TEXT_COLUMNS));
  return [toRow(tool.status, title), ...notes.map((note) => toRow('', note))];
}

/** The sentences under a tool. */
function describeTool(tool: PreflightCheck): readonly string[] {
  const { status, reason, locked, actual, authority, version, source, replacement, didYouMean } = tool;
  const notes = reason === undefined ? [] : [reason];
  if (replacement !== undefined) notes.push(`Use ${replacement} instead.`);
  if (didYouMean !== undefined) notes.push(`Did you mean ${didYouMean.join(', ')}?`);
  if (version !== undefined) notes.push(`The version is ${version.actual ?? 'none'} now.`);
  if (source !== undefined)
    notes.push(`Source: locked ${source.locked ?? 'none'}, now ${source.actual ?? 'none'}`);
  if (status === 'changed' && locked !== actual) {
    notes.push(`Digest: locked ${shorten(locked)}, now ${shorten(actual ?? 'none')}`);
  }
  if (authority !== undefined) {
    notes.push(`Authority: locked ${shorten(authority.locked)}, now ${shorten(authority.actual)}`);
  }
  return notes;
}

function shorten(digest: string): string {
  const digits = digest.slice(digest.indexOf(':') + 1);
  return digits.length <= DIGEST_DIGITS ? digits : `${digits.slice(0, DIGEST_DIGITS)}…`;
}

function toRow(status: string, text: string): string {
  return `${status.padEnd(STATUS_COLUMNS)}${text}`.trimEnd();
}
