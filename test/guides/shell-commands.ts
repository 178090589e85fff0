/** One command of a shell block: its words, without what comes before the program. */
export interface ShellCommand {
  /** The Markdown file and the line of the block, for people. */
  readonly place: string;
  readonly words: readonly string[];
}

const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Every command of the blocks fenced as `sh`: also those in pipes and in `$(…)`. */
export function findShellCommands(file: string, text: string): ShellCommand[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(({ 1: block = '', index }) => {
    const place = `${file}:${text.slice(0, index).split('\n').length + 1}`;
    return splitCommands(block).flatMap((parts) => {
      const start = parts.findIndex((word) => word !== 'export' && !assignment.test(word));
      return start === -1 ? [] : [{ place, words: parts.slice(start) }];
    });
  });
}

/** Enough of the grammar of shells for documentation: quotes, comments, lines that go on, pipes, `$(…)`, and redirections. */
function splitCommands(block: string): string[][] {
  const tokens = block.matchAll(
    /(?<skip>\\\n|[ \t]+|(?<![^\s])#[^\n]*)|(?<end>\$\(|[\n|;)&]+|>)|(?<word>(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[^\n]|\$(?!\()|[^\s'"\\$|;)&>])+)/g,
  );
  const commands: string[][] = [[]];
  for (const { groups = {} } of tokens) {
    if (groups.end !== undefined) commands.push([]);
    else if (groups.word !== undefined) commands.at(-1)?.push(unquote(groups.word));
  }
  return commands.filter((words) => words.length > 0);
}

function unquote(word: string): string {
  const parts = word.matchAll(
    /'(?<single>[^']*)'|"(?<double>(?:\\[\s\S]|[^"\\])*)"|\\(?<escaped>.)|(?<plain>[^'"\\]+)/g,
  );
  return Array.from(parts, ({ groups }) => toText(groups ?? {})).join('');
}

function toText({ single, double, escaped, plain }: Readonly<Record<string, string | undefined>>): string {
  return double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? plain ?? '';
}
