import type { TextSink } from '../cli-io.ts';
import { createStyle, type Style } from './style.ts';
import { formatTable, type TableColumn } from './table.ts';
import { toVisibleJson, toVisibleLine, toVisibleText } from './visible.ts';

/** Prints for people, or JSON for programs. What is untrusted goes through `toVisibleLine` before it comes here. */
export interface Output {
  readonly isJson: boolean;
  /** Of standard output, if that is a terminal. */
  readonly width: number | undefined;
  readonly style: Style;
  /** Text on standard output: the answer itself. */
  text(text: string): Promise<void>;
  /** One JSON document on standard output. */
  json(value: unknown): Promise<void>;
  /** One JSON value on a line of its own, for streams. */
  jsonLine(value: unknown): Promise<void>;
  table<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): Promise<void>;
  /** A remark on standard error, for people only: counts, hints, what to do next. */
  note(text: string): void;
  /** Something that should be known, on standard error, whoever reads. */
  warn(text: string): void;
  /** Replaces what the last call showed on a terminal's standard error; nothing elsewhere. */
  progress(text: string): void;
}

/** Where an output prints, and for whom. */
export interface OutputOptions {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isJson: boolean;
}

export function createOutput({ stdout, stderr, env, isJson }: OutputOptions): Output {
  const style = createStyle(stdout, env);
  const errorStyle = createStyle(stderr, env);
  const width = stdout.isTTY ? stdout.columns : undefined;
  const canReplace = stderr.isTTY && !isJson;
  return {
    isJson,
    width,
    style,
    text: (text) => stdout.write(`${text}\n`),
    json: (value) => stdout.write(`${toVisibleJson(value)}\n`),
    jsonLine: (value) => stdout.write(`${toVisibleJson(value, 0)}\n`),
    table: (columns, rows) => stdout.write(formatTable(columns, rows, { width, style })),
    note: (text) => {
      if (!isJson) stderr.write(`${errorStyle.dim(toVisibleText(text))}\n`);
    },
    warn: (text) => {
      stderr.write(`${errorStyle.warning('warning')}: ${toVisibleLine(text)}\n`);
    },
    progress: (text) => {
      if (!canReplace) return;
      const line = toVisibleLine(text).slice(0, Math.max(0, (stderr.columns ?? 80) - 1));
      stderr.write(`\r\u{1b}[K${errorStyle.dim(line)}`);
    },
  };
}
