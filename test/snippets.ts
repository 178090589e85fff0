/** A block of TypeScript in a Markdown file. */
export interface Snippet {
  /** The Markdown file. */
  readonly file: string;
  /** The line of the first line of code. */
  readonly line: number;
  readonly code: string;
  /** Whether the block is run, not only compiled. */
  readonly isRun: boolean;
}

/** The blocks fenced as `ts` or `ts no-run`. Throws on any other word after `ts`, and on a block that never ends. */
export function findSnippets(file: string, text: string): Snippet[] {
  const snippets: Snippet[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const [, fence, info] = /^(`{3,})(.*)$/.exec(lines[index] ?? '') ?? [];
    if (fence === undefined || info === undefined) continue;
    const end = lines.indexOf(fence, index + 1);
    if (end < 0) throw new Error(`${file}:${index + 1}: the block never ends.`);
    const [language, ...flags] = info.trim().split(/\s+/);
    if (language === 'ts') {
      const code = `${lines.slice(index + 1, end).join('\n')}\n`;
      snippets.push({ file, line: index + 2, code, isRun: isRun(flags, `${file}:${index + 1}`) });
    }
    index = end;
  }
  return snippets;
}

function isRun(flags: readonly string[], place: string): boolean {
  const unknown = flags.filter((flag) => flag !== 'no-run');
  if (unknown.length > 0)
    throw new Error(`${place}: a block of ts may say no-run, not ${unknown.join(' ')}.`);
  return flags.length === 0;
}

/** The name of the file for a snippet; the Markdown file can be told from it by {@link toMarkdownPlaces}. */
export function toFileName({ file, line }: Snippet): string {
  return `${file.replaceAll('/', '+')}+${line}.ts`;
}

/** The text of the file for a snippet, with every line of code at its line in the Markdown file. */
export function toFileText({ line, code }: Snippet): string {
  return '\n'.repeat(line - 1) + code;
}

/** Puts the places in Markdown files where the output of a tool names the files of snippets. */
export function toMarkdownPlaces(output: string): string {
  return output.replaceAll(
    /[^\s()']*?([\w.-]+(?:\+[\w.-]+)*\.md)\+\d+\.ts(?:\((\d+),\d+\)|:(\d+)(?::\d+)?)/g,
    (_, file: string, ...[first, second]: (string | undefined)[]) =>
      `${file.replaceAll('+', '/')}:${first ?? second}`,
  );
}
