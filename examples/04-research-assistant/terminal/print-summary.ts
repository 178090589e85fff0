import type { CallRecord, CallResult } from 'toolcrib/runtime';
import type { TurnResult } from 'toolcrib/turns';
import { formatBytes, formatCount, formatMs } from './formats.ts';
import type { Screen } from './screen.ts';
import { toVisibleLine } from './to-visible.ts';

const HEADER = ['call', 'status', 'time', 'result', 'note'] as const;
/** All but the last one, which takes what is left. */
const WIDTHS = [20, 12, 8, 8] as const;

/** What became of a turn: a table of its calls, what the models cost, and how it ended. */
export function printSummary(screen: Screen, result: TurnResult): void {
  screen.line();
  if (result.records.length > 0) {
    screen.line(screen.paint('dim', toRow(HEADER, screen.columns)));
    for (const record of result.records) screen.line(toRow(toCells(record), screen.columns));
  }
  const { inputTokens, cachedInputTokens, outputTokens } = result.usage;
  const asked = `${result.iterations} ${result.iterations === 1 ? 'request' : 'requests'} to the model`;
  const tokens = `${formatCount(inputTokens)} tokens in (${formatCount(cachedInputTokens)} cached)`;
  screen.line(screen.paint('dim', `  ${asked}, ${tokens}, ${formatCount(outputTokens)} out`));
  screen.line(`  status: ${screen.paint('bold', describeEnd(result))}`);
}

function describeEnd({ status, limit, error, refusal }: TurnResult): string {
  switch (status) {
    case 'stopped':
      return `stopped by the limit of ${limit}`;
    case 'failed':
      return `failed, ${error?.code}: ${toVisibleLine(error?.message ?? '', 200)}`;
    case 'refused':
      return refusal === undefined ? 'refused' : `refused: ${toVisibleLine(refusal, 60)}`;
    case 'done':
    case 'aborted':
      return status;
  }
}

function toCells(record: CallRecord): readonly string[] {
  const { toolName, status, timings, result } = record;
  const bytes = result === undefined ? '' : formatBytes(sizeOf(result));
  return [toolName, status, formatMs(timings.ranMs + timings.waitedMs), bytes, noteOn(record)];
}

function sizeOf(result: CallResult): number {
  switch (result.kind) {
    case 'text':
      return Buffer.byteLength(result.text);
    case 'json':
      return Buffer.byteLength(JSON.stringify(result.value));
    case 'bytes':
      return result.bytes.length;
    case 'artifact':
      return result.artifact.byteLength;
    case 'media':
    case 'omitted':
      return 0;
  }
}

function noteOn({ gates, problem, result, usage }: CallRecord): string {
  const [gate] = gates;
  if (gate !== undefined) {
    return `${gate.status}${gate.approver === undefined ? '' : ` by ${gate.approver}`}`;
  }
  if (problem !== undefined) return problem.code;
  if (result?.kind === 'artifact') return `stored; ${formatBytes(result.preview.length)} sent`;
  if (usage !== undefined) return `${formatCount(usage.inputTokens + usage.outputTokens)} tokens`;
  return '';
}

function toRow(cells: readonly string[], columns: number): string {
  const fixed = WIDTHS.map((width, index) => {
    const cell = toVisibleLine(cells[index] ?? '', width);
    return index < 2 ? cell.padEnd(width) : cell.padStart(width);
  }).join(' ');
  const left = columns - fixed.length - 4;
  return `  ${fixed}  ${toVisibleLine(cells[WIDTHS.length] ?? '', left)}`.trimEnd();
}
