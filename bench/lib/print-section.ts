import { formatNumber, formatValue } from './format.ts';
import type { Goal, Line, PeerLine, Section } from './section.ts';
import { median, ratiosOf } from './statistics.ts';

/** What became of a goal. */
export type Verdict = 'ok' | 'MISSED' | '';

const NAME_WIDTH = 38;
const WIDTHS = [10, 10, 9, 16, 9, 8];

/** Prints a section; no line is longer than 100 characters. */
export function printSection(section: Section): void {
  console.log(`\n${section.title}`);
  if (section.lines.length > 0) {
    printLine('row', ['floor', 'ours', 'ratio', 'min–max', 'goal', 'verdict']);
    for (const line of section.lines) printLine(line.name, toCells(line));
  }
  if (section.peers.length > 0) {
    printLine('peer', ['', 'peer', 'ratio', 'min–max']);
    for (const peer of section.peers) printLine(peer.name, toPeerCells(peer));
  }
  for (const note of section.notes ?? []) console.log(`  ${note}`);
}

/** Whether a line reaches its goal, by its median. */
export function judge({ floor, ours, goal }: Line): Verdict {
  if (goal === undefined) return '';
  const value =
    goal.of === 'value' || floor === undefined ? median(ours.values) : median(ratiosOf(ours, floor));
  return value <= goal.atMost * (1 + (goal.tolerance ?? 0)) ? 'ok' : 'MISSED';
}

function toCells(line: Line): string[] {
  const { floor, ours, unit, goal } = line;
  return [
    floor === undefined ? '–' : formatValue(median(floor.values), unit),
    formatValue(median(ours.values), unit),
    ...toRatioCells(line),
    goal === undefined ? '' : formatGoal(goal, line),
    judge(line),
  ];
}

function toPeerCells(peer: PeerLine): string[] {
  const { sample, unit, floor } = peer;
  return ['', formatValue(median(sample.values), unit), ...toRatioCells({ ours: sample, floor, unit })];
}

/** Ratio and its spread; without a floor the spread is that of the values. */
function toRatioCells({
  ours,
  floor,
  unit,
}: Pick<Line, 'ours' | 'unit'> & { floor?: Line['floor'] }): string[] {
  if (floor === undefined) {
    const [low, high] = rangeOf(ours.values);
    return ['', low === high ? '' : `${formatValue(low, unit)}–${formatValue(high, unit)}`];
  }
  const ratios = ratiosOf(ours, floor);
  const [low, high] = rangeOf(ratios);
  const spread = low === high ? '' : `${formatNumber(low)}–${formatNumber(high)}`;
  return [`${formatNumber(median(ratios))} ×`, spread];
}

function rangeOf(values: readonly number[]): [low: number, high: number] {
  return [Math.min(...values), Math.max(...values)];
}

function formatGoal(goal: Goal, line: Line): string {
  const most = goal.of === 'ratio' ? `${formatNumber(goal.atMost)} ×` : formatValue(goal.atMost, line.unit);
  return `≤ ${most}`;
}

function printLine(name: string, cells: readonly string[]): void {
  const padded = cells.map((cell, index) => cell.padStart(WIDTHS[index] ?? 0));
  console.log(`${name.padEnd(NAME_WIDTH).slice(0, NAME_WIDTH)}${padded.join('')}`.trimEnd());
}
