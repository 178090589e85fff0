import type { CliIo, TextSink } from '../../packages/server/src/cli/cli-io.ts';
import { run } from '../../packages/server/src/cli/run.ts';

/** A request as a double of the API sees it. */
export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers a request: JSON, or anything else as a Response. */
export type ApiDouble = (request: SeenRequest) => unknown;

/** What a command printed, and how it ended. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly SeenRequest[];
}

/** What differs from a pipe and an empty environment. */
export interface CliWorld extends Partial<Omit<CliIo, 'stdout' | 'stderr' | 'stdin'>> {
  readonly api?: ApiDouble;
  readonly input?: string;
  /** A terminal of so many columns; without it a pipe. */
  readonly columns?: number;
}

const HTTP_NO_CONTENT = 204;

/** A problem as the service answers it. */
export function problem(
  status: number,
  code: string,
  more: Readonly<Record<string, unknown>> = {},
): Response {
  return Response.json({ status, code, detail: `It is ${code}.`, requestId: 'r-1', ...more }, { status });
}

/** Runs a command line against a double of the API, in this process. */
export async function runCli(argv: readonly string[], world: CliWorld = {}): Promise<CliRun> {
  const { api = () => problem(404, 'E_ROUTE_NOT_FOUND'), input = '', columns, ...given } = world;
  const [stdout, stderr] = [createSink(columns), createSink(columns)];
  const requests: SeenRequest[] = [];
  const send = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const text = await request.text();
    const seen = {
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    requests.push(seen);
    const answer = await api(seen);
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: HTTP_NO_CONTENT }) : Response.json(answer);
  };
  const unavailable = (): never => {
    throw new Error('The double has no such thing.');
  };
  const io: CliIo = {
    stdin: { isTTY: false, read: async () => input },
    stdout,
    stderr,
    env: {},
    cwd: '/nowhere',
    signal: new AbortController().signal,
    nodeVersion: 'v24.0.0',
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    fetch: send,
    connectLocal: async () => ({
      kind: 'local',
      place: 'the double',
      url: 'http://127.0.0.1',
      send,
      close: async () => undefined,
    }),
    loadSpecs: unavailable,
    serve: unavailable,
    serveMcp: unavailable,
    ...given,
  };
  const code = await run(argv, io, '1.2.3');
  return { code, stdout: stdout.text(), stderr: stderr.text(), requests };
}

function createSink(columns: number | undefined): TextSink & { text(): string } {
  const texts: string[] = [];
  return {
    isTTY: columns !== undefined,
    columns,
    async write(text) {
      texts.push(text);
    },
    text: () => texts.join(''),
  };
}
