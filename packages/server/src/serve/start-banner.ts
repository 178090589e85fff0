import { createColors } from 'picocolors';
import { serviceVersion } from '../service/service-version.ts';
import type { FirstKeys } from './make-first-keys.ts';

/** What a start tells people. */
export type StartFacts = {
  readonly url: string;
  /** Where the database is, without a password. */
  readonly place: string;
  readonly toolCount: number;
  /** Undefined without the example tools. */
  readonly filesFolder: string | undefined;
  readonly keys: FirstKeys;
  readonly isLoopback: boolean;
  /** Whether it speaks TLS itself. */
  readonly isEncrypted: boolean;
  /** Tools that cannot be called, because the catalogue did not take their definitions. */
  readonly refused: readonly { readonly name: string; readonly message: string }[];
};

/** How it may look. */
export type BannerStyle = { readonly hasColors: boolean; readonly columns: number | undefined };

const MAX_WIDTH = 100;
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
    placesOf(facts, paint),
    ...(facts.isLoopback || facts.isEncrypted ? [] : [wrap(EXPOSED).map(paint.yellow)]),
    ...refusedBlocks(facts, { paint, wrap }),
    ...keyBlocks(facts, { paint, wrap }),
    [paint.dim('Ctrl+C stops it.')],
  ];
  return `\n${blocks.map((lines) => lines.map((line) => `${INDENT}${line}\n`).join('')).join('\n')}\n`;
}

/** The same for programs. */
export function startLine({ url, place, toolCount, keys }: StartFacts): string {
  const isMade = keys.kind === 'made';
  const facts = {
    url,
    mcpUrl: mcpUrlOf(url),
    database: place,
    tools: toolCount,
    adminKey: isMade ? keys.adminKey : null,
    agentKey: isMade ? keys.agentKey : null,
  };
  return `${JSON.stringify(facts)}\n`;
}

const EXPOSED =
  'Other machines can reach it, and it speaks HTTP without encryption: keys can be read on the way. Put a proxy with TLS before it, or give it a certificate: --tls-cert.';

function placesOf({ url, place, toolCount, filesFolder }: StartFacts, paint: Paint): string[] {
  const rows: readonly (readonly [string, string])[] = [
    ['API', `${url}/v1`],
    ['Docs', `${url}/docs`],
    ['MCP', mcpUrlOf(url)],
    ['Health', `${url}/readyz`],
    ['Database', place],
    ['Tools', `${toolCount}`],
    ...(filesFolder === undefined ? [] : [['Files', filesFolder] as const]),
  ];
  return rows.map(
    ([title, text]) => `${paint.dim(title.padEnd(10))}${isAddress(text) ? paint.cyan(text) : text}`,
  );
}

/** How a tool that was changed comes to be offered again. */
const CHANGED = 'A changed definition needs a new version. These tools cannot be called now:';

function refusedBlocks({ refused }: StartFacts, { paint, wrap }: Writer): string[][] {
  if (refused.length === 0) return [];
  const lines = refused.flatMap(({ name, message }) => wrap(`${name}: ${message}`));
  return [[...wrap(CHANGED), ...lines].map(paint.yellow)];
}

type Writer = { readonly paint: Paint; readonly wrap: (text: string) => string[] };

function keyBlocks({ url, keys }: StartFacts, { paint, wrap }: Writer): string[][] {
  switch (keys.kind) {
    case 'known':
      return [wrap('Use a key that was made before. If all are lost, make one with: toolcrib keys create')];
    case 'elsewhere':
      return [
        wrap(
          'Another process has just made the first keys and shows them. To make more: toolcrib keys create',
        ),
      ];
    case 'made': {
      const rows = [
        [
          'Admin',
          keys.adminKey,
          'For you: it may do everything, such as approving what agents ask for (toolcrib gates).',
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
        `npx @modelcontextprotocol/inspector --cli ${mcpUrl} --transport http \\`,
        `  --method tools/list --header ${header}`,
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
