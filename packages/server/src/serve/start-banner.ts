import { createColors } from 'picocolors';
import { serviceVersion } from '../service/service-version.ts';
import { type ToolCounts, type UncallableReason, uncallableReasons } from './count-tools.ts';
import type { FirstKeys } from './make-first-keys.ts';

/** What a start tells people. */
export type StartFacts = {
  readonly url: string;
  /** Where the database is, without a password. */
  readonly place: string;
  /** Of the tenant `default`. */
  readonly tools: ToolCounts;
  /** Undefined without the example tools. */
  readonly filesFolder: string | undefined;
  readonly keys: FirstKeys;
  /** How the command line is called here, such as `npx toolcrib`. */
  readonly command: string;
  /** The folder of the SQLite file; undefined on PostgreSQL. */
  readonly dataFolder: string | undefined;
  readonly isLoopback: boolean;
  /** Whether it speaks TLS itself. */
  readonly isEncrypted: boolean;
  /** That the certificate has expired, or soon will. */
  readonly tlsProblem: string | undefined;
  /** Tools that cannot be called, because the catalogue did not take their definitions. */
  readonly refused: readonly { readonly name: string; readonly message: string }[];
};

/** How it may look. */
export type BannerStyle = { readonly hasColors: boolean; readonly columns: number | undefined };

const MAX_WIDTH = 80;
const MIN_WIDTH = 40;
const INDENT = '  ';

type Paint = ReturnType<typeof createColors>;

/** The text of a start, for people. Only the first start of a database says how to connect, with the key. */
export function startBanner(facts: StartFacts, style: BannerStyle): string {
  const paint = createColors(style.hasColors);
  const width = Math.max(MIN_WIDTH, Math.min(style.columns ?? MAX_WIDTH, MAX_WIDTH));
  const wrap = (text: string) => wrapText(text, width - INDENT.length);
  const blocks = [
    [`${paint.bold(`Toolcrib ${serviceVersion}`)} is running.`],
    placesOf(facts, { paint, width }),
    ...(facts.isLoopback || facts.isEncrypted ? [] : [wrap(EXPOSED).map(paint.yellow)]),
    ...(facts.tlsProblem === undefined ? [] : [wrap(facts.tlsProblem).map(paint.yellow)]),
    ...refusedBlocks(facts, { paint, wrap }),
    ...keyBlocks(facts, { paint, wrap }),
    [paint.dim('Ctrl+C stops it.')],
  ];
  return `\n${blocks.map((lines) => lines.map((line) => `${INDENT}${line}\n`).join('')).join('\n')}\n`;
}

/** The same for programs. */
export function startLine({ url, place, tools, keys }: StartFacts): string {
  const isMade = keys.kind === 'made';
  const facts = {
    url,
    mcpUrl: mcpUrlOf(url),
    database: place,
    tools: tools.callable,
    toolsNotCallable: tools.uncallable,
    adminKey: isMade ? keys.adminKey : null,
    agentKey: isMade ? keys.agentKey : null,
  };
  return `${JSON.stringify(facts)}\n`;
}

const EXPOSED =
  'Other machines can reach it, and it speaks HTTP without encryption: keys can be read on the way. Put a proxy with TLS before it, or give it a certificate: --tls-cert.';

const TITLE_WIDTH = 10;

function placesOf(
  { url, place, tools, filesFolder, command }: StartFacts,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  const toolLines = wrapText(describeTools(tools, command), width - INDENT.length - TITLE_WIDTH);
  const rows: readonly (readonly [string, string])[] = [
    ['API', `${url}/v1`],
    ['Docs', `${url}/docs`],
    ['MCP', mcpUrlOf(url)],
    ['Health', `${url}/readyz`],
    ['Database', place],
    ...toolLines.map((line, index) => [index === 0 ? 'Tools' : '', line] as const),
    ...(filesFolder === undefined ? [] : [['Files', filesFolder] as const]),
  ];
  return rows.map(
    ([title, text]) => `${paint.dim(title.padEnd(TITLE_WIDTH))}${isAddress(text) ? paint.cyan(text) : text}`,
  );
}

/** As `toolcrib list --all` calls them, which shows more. */
const reasonTexts: Readonly<Record<UncallableReason, string>> = {
  disabled: 'disabled',
  quarantined: 'quarantined',
  sunset: 'past the sunset',
  draft: 'waiting for approval',
  differs: 'with code that differs',
  unbound: 'without code',
  refused: 'refused',
};

function describeTools({ callable, uncallable }: ToolCounts, command: string): string {
  const reasons = uncallableReasons.flatMap((reason) => {
    const count = uncallable[reason];
    return count === undefined ? [] : [{ count, text: `${count} ${reasonTexts[reason]}` }];
  });
  if (reasons.length === 0) return `${callable} can be called`;
  const others = reasons.reduce((sum, { count }) => sum + count, 0);
  const why = reasons.map(({ text }) => text).join(', ');
  return `${callable} can be called, ${others} cannot: ${why} (${command} list --all)`;
}

/** How a tool that was changed comes to be offered again. */
const CHANGED = 'A changed definition needs a new version. These tools cannot be called now:';

function refusedBlocks({ refused }: StartFacts, { paint, wrap }: Writer): string[][] {
  if (refused.length === 0) return [];
  const lines = refused.flatMap(({ name, message }) => wrap(`${name}: ${message}`));
  return [[...wrap(CHANGED), ...lines].map(paint.yellow)];
}

type Writer = { readonly paint: Paint; readonly wrap: (text: string) => string[] };

function keyBlocks(facts: StartFacts, { paint, wrap }: Writer): string[][] {
  const { url, keys, command } = facts;
  switch (keys.kind) {
    case 'known':
      return keys.isAdminUsed
        ? [
            [
              ...wrap('Use a key that was made before. If all are lost, make one on this machine:'),
              ...newKey(facts),
            ],
          ]
        : [[...wrap(UNUSED).map(paint.yellow), ...newKey(facts)]];
    case 'elsewhere':
      return [[...wrap(ELSEWHERE), ...newKey(facts)]];
    case 'made': {
      const rows = [
        [
          'Admin',
          keys.adminKey,
          `For you: it may do everything, such as approving calls (${command} gates).`,
        ],
        ['Agent', keys.agentKey, 'For agents: it may call tools. What is destructive waits for you.'],
      ] as const;
      return [
        wrap('Two keys, shown only this once. They are kept nowhere else:').map(paint.bold),
        ...rows.map(([title, key, meaning]) => [
          `${paint.dim(title.padEnd(10))}${paint.green(key)}`,
          ...wrap(meaning).map(paint.dim),
        ]),
        ...connectBlocks(url, keys.agentKey).map(({ title, lines }) => [
          paint.bold(title),
          ...lines.map((line) => `  ${line}`),
        ]),
      ];
    }
    default:
      return keys satisfies never;
  }
}

const UNUSED =
  'No admin key has been used yet. If the one of the first start was lost, or was never shown because that start was interrupted, make another on this machine:';
const ELSEWHERE =
  'Another process makes the first keys and shows them. If it was stopped before it showed them, make one on this machine:';

/** How whoever has the database makes a key for everything. To be copied and pasted. */
function newKey({ command, dataFolder }: StartFacts): string[] {
  const line = `  ${command} keys create admin --role admin --scope '*' --all-tenants`;
  // A folder that is given counts more than an address in the environment.
  if (dataFolder !== undefined) return [`${line} \\`, `    --data ${quote(dataFolder)}`];
  return [line, '  (with DATABASE_URL as here, and without TOOLCRIB_URL)'];
}

/** A word of a shell. */
function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** To be copied and pasted, so never wrapped. */
function connectBlocks(url: string, key: string): readonly { title: string; lines: readonly string[] }[] {
  const mcpUrl = mcpUrlOf(url);
  const header = `"Authorization: Bearer ${key}"`;
  return [
    {
      title: 'Connect Claude Code',
      lines: [`claude mcp add --transport http toolcrib ${mcpUrl} \\`, `  --header ${header}`],
    },
    { title: 'Connect another MCP client', lines: clientConfig(mcpUrl, key) },
    {
      title: 'Try it',
      lines: [
        `curl "${url}/v1/tenants/default/search?q=what+time+is+it" -H ${header}`,
        'npx @modelcontextprotocol/inspector --cli \\',
        `  ${mcpUrl} --transport http --method tools/list \\`,
        `  --header ${header}`,
      ],
    },
  ];
}

function clientConfig(mcpUrl: string, key: string): string[] {
  const server = { type: 'http', url: mcpUrl, headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify({ mcpServers: { toolcrib: server } }, null, 2).split('\n');
}

function mcpUrlOf(url: string): string {
  return `${url}/mcp/default`;
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text);
}

function wrapText(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
