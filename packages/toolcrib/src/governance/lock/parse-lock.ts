import { describe } from '../../catalog/field-reader.ts';
import { doAtOnce, type Pieces } from '../../catalog/pieces.ts';
import { cutText } from '../../core/cut-text.ts';
import { OLD_LOCK, type ToolLock } from '../../core/lock.ts';
import { TOOLS_PER_PIECE } from './digest-entries.ts';
import { formatEntry, formatSet, lockHead, MAX_LOCK_LENGTH, toolsEnd } from './format-lock.ts';
import { type LockEntry, readEntry, toLock } from './lock-entry.ts';
import { lockError } from './lock-error.ts';

/** A line of a tool is never longer, and a pattern takes room for each character. */
const MAX_LINE_LENGTH = 16_384;

/** The line of one tool: its name, and what is said of it. */
const TOOL_LINE = /^ {4}("(?:[^"\\]|\\.)*"): (\{.*\}),?$/;

/**
 * Reads the text of `toolcrib.lock`. It must be what `formatLock` writes, to the letter: fields that are not known, tools
 * twice or in another order, a set digest that does not fit, and any other edit by hand are refused, so that there is one
 * text for one lock. Only a byte order mark at its beginning and line ends of Windows, which tools put there unasked,
 * are passed over.
 *
 * @throws ConfigError `E_INVALID_LOCK` with the number of the line, from 1, in `context.line`.
 *
 * @example
 * ```ts
 * const lock = parseLock(await readFile('toolcrib.lock', 'utf8'));
 * const registry = createToolRegistry(tools, { lock });
 * ```
 */
export function parseLock(text: string): ToolLock {
  return toLock(doAtOnce(parseInPieces(text)));
}

/** The entries of a text that {@link parseLock} would read, some tools after others. */
export function* parseInPieces(text: string): Pieces<readonly LockEntry[]> {
  const lines = toLines(text);
  if (lines[1] === '  "lockVersion": 1,') throw refuse(2, OLD_LOCK);
  for (const [index, line] of lockHead.entries()) expectLine(lines, index, line);
  const end = lines.indexOf(toolsEnd);
  if (end < 0) throw refuse(lines.length, `is reached without the line ${JSON.stringify(toolsEnd)}`);
  const entries: LockEntry[] = [];
  for (let index = lockHead.length; index < end; index++) {
    const entry = readLine(lines, index);
    const before = entries.at(-1)?.name;
    if (entry.name === before) throw refuse(index + 1, `has the tool "${cutText(before)}" again`);
    if (before !== undefined && entry.name < before) {
      throw refuse(index + 1, `is out of order: "${cutText(entry.name)}" comes before "${cutText(before)}"`);
    }
    if (lines[index] !== formatEntry(entry, index === end - 1)) {
      throw refuse(index + 1, `says of "${cutText(entry.name)}" what formatLock() writes otherwise`);
    }
    entries.push(entry);
    if (entries.length % TOOLS_PER_PIECE === 0) yield;
  }
  expectSet(lines, end + 1, yield* formatSet(entries));
  expectLine(lines, end + 2, '}');
  expectLine(lines, end + 3, '');
  if (lines.length > end + 4) throw refuse(end + 5, 'is one too many');
  return Object.freeze(entries);
}

function toLines(text: unknown): readonly string[] {
  if (typeof text !== 'string') throw lockError(`The text of a lock must be a text, not ${describe(text)}.`);
  if (text.length > MAX_LOCK_LENGTH) {
    throw lockError(`The text of the lock has more than ${MAX_LOCK_LENGTH} characters.`);
  }
  // No text inside of it can have a line end or a byte order mark, which are escaped there.
  return text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
}

function readLine(lines: readonly string[], index: number): LockEntry {
  const line = lines[index] ?? '';
  const [, name, tool] = (line.length <= MAX_LINE_LENGTH && TOOL_LINE.exec(line)) || [];
  const [readName, readTool] = [parse(name), parse(tool)];
  if (typeof readName !== 'string') throw refuse(index + 1, `must be that of a tool, not ${describe(line)}`);
  return readEntry(readName, readTool, (field, problem) => {
    throw refuse(index + 1, `is refused: ${field === '' ? 'the tool' : cutText(field)} ${problem}`);
  });
}

function parse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    // What the parser says of it is less than the message that follows.
    return undefined;
  }
}

function expectSet(lines: readonly string[], index: number, expected: string): void {
  const isOther = /^ {2}"set": "sha256\/v1:[0-9a-f]{64}"$/.test(lines[index] ?? '');
  if (isOther && lines[index] !== expected) {
    throw refuse(
      index + 1,
      'has a set digest that does not fit the tools: a line was edited by hand, or merged',
    );
  }
  expectLine(lines, index, expected);
}

function expectLine(lines: readonly string[], index: number, expected: string): void {
  const line = lines[index];
  if (line === expected) return;
  const got = line === undefined ? 'missing' : describe(line);
  throw refuse(index + 1, `must be ${describe(expected)}, not ${got}`);
}

function refuse(line: number, problem: string): Error {
  return lockError(`Line ${line} of the lock ${problem}. Lock the tools again instead of editing the text.`, {
    line,
  });
}
