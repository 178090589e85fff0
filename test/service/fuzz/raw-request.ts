import type { SeededRandom } from '../../compat/seeded-random.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { pickFrom } from './pick-from.ts';
import { headersOf } from './send-request.ts';

/** A request as text, before it becomes bytes. */
interface Draft {
  readonly line: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly lineEnd: string;
}

/** What is otherwise in a request. */
type Trick = (draft: Draft, random: SeededRandom) => Partial<Draft>;

const sameAsItWas: Trick = () => ({});
const inLine =
  (change: (line: string) => string): Trick =>
  ({ line }) => ({ line: change(line) });
const withHeaders =
  (...more: readonly (readonly [string, string])[]): Trick =>
  ({ headers }) => ({ headers: [...headers, ...more] });
const inChunks =
  (toBody: (body: string) => string): Trick =>
  ({ headers, body }) => ({
    headers: [...headers.filter(([name]) => name !== 'content-length'), ['transfer-encoding', 'chunked']],
    body: toBody(body),
  });

const tricks: readonly Trick[] = [
  // Real sockets are to carry what is right too.
  ...[sameAsItWas, sameAsItWas, sameAsItWas, sameAsItWas],
  () => ({ lineEnd: '\n' }),
  inLine((line) => line.replace('HTTP/1.1', 'HTTP/1.0')),
  inLine((line) => line.replace('HTTP/1.1', 'HTTP/9.9')),
  inLine((line) => line.replace(' HTTP/1.1', '')),
  inLine((line) => line.replace(' ', '  ')),
  inLine((line) => line.toLowerCase()),
  inLine((line) => line.replace('/', '/\u0000\u00ff')),
  inLine((line) => line.replace(/\/[^ ]*/, 'localhost:80').replace(/^\w+/, 'CONNECT')),
  ({ headers }) => ({ headers: headers.filter(([name]) => name !== 'host') }),
  withHeaders(['host', 'evil.example']),
  withHeaders(['content-length', '5']),
  withHeaders(['content-length', '-5']),
  withHeaders(['transfer-encoding', 'chunked']),
  withHeaders(['transfer-encoding', 'xchunked, identity']),
  withHeaders(['x long', 'space in a name']),
  withHeaders(['x-long', 'x'.repeat(20_000)]),
  withHeaders(['x-fold', 'a\r\n b']),
  withHeaders(['upgrade', 'h2c'], ['connection', 'upgrade']),
  withHeaders(['expect', '100-continue']),
  withHeaders(...Array.from({ length: 300 }, (_, index) => [`x-${index}`, 'y'] as const)),
  ({ body }) => ({ body: body + body }),
  ({ body }, random) => ({ body: body.slice(0, random.below(body.length + 1)) }),
  inChunks((body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
  inChunks((body) => `ffffffffffffffff\r\n${body}\r\n0\r\n\r\n`),
  inChunks((body) => `-1;x="\r\n${body}`),
];

/** The bytes of a request for a socket, right or not. */
export function toRawBytes(request: FuzzRequest, world: FuzzWorld, options: RawOptions): Buffer {
  const { random, port } = options;
  if (random.onceIn(25)) return Buffer.from(pickFrom(random, openings), 'latin1');
  const body = Buffer.from(request.body ?? []).toString('latin1');
  const plain: Draft = {
    // A line ends at a blank; whoever sends others sends another line.
    line: `${request.method} ${request.target.replaceAll(/[\s]/g, '')} HTTP/1.1`,
    headers: [
      ['host', `localhost:${port}`],
      ['connection', 'close'],
      ...headersOf(request, world).filter(([name]) => !['host', 'content-length'].includes(name)),
      ...(request.body === undefined ? [] : [['content-length', String(body.length)] as const]),
    ],
    body,
    lineEnd: '\r\n',
  };
  const draft = { ...plain, ...pickFrom(random, tricks)(plain, random) };
  const { line, headers, lineEnd } = draft;
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join(lineEnd);
  const bytes = Buffer.from(head + draft.body, 'latin1');
  return random.onceIn(20) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

export interface RawOptions {
  readonly random: SeededRandom;
  /** Where the service listens. */
  readonly port: number;
}

/** What is no HTTP at all. */
const openings: readonly string[] = [
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'SSH-2.0-x\r\n',
  '\r\n\r\n\r\n',
  '\u0000'.repeat(100),
  'GET',
  'GET / HTTP/1.1\r\n: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n',
  `GET /${'a'.repeat(70_000)} HTTP/1.1\r\n\r\n`,
  'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50),
];
