import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** What the text is as JSON; undefined if it is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  readonly body: any;
}

/** A client with one key and connections of its own, which repeats nothing by itself. */
export interface SmallClient {
  /** Rejects if the connection is refused or breaks, and after a minute without an answer. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** As `send`, of the tenant `default`. Rejects for a status of 300 and above. */
  get(path: string): Promise<Answer['body']>;
  post(path: string, body?: unknown): Promise<Answer['body']>;
  close(): void;
}

/** After this a request counts as one that hangs. Much longer than any should take, for slow machines. */
const HANG_MS = 60_000;

/** A client of the service that is at the URL when it asks. */
export function createSmallClient(urlOf: () => string, key: string | null): SmallClient {
  const agent = new Agent({ keepAlive: true });
  const send: SmallClient['send'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const content = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = request(`${urlOf()}${path}`, {
        agent,
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(content !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      });
      const timer = setTimeout(
        () => outgoing.destroy(new Error(`${method} ${path} was not answered.`)),
        HANG_MS,
      );
      outgoing.on('error', reject).on('close', () => clearTimeout(timer));
      outgoing.on('response', (incoming) => {
        const { statusCode: status = 0, headers } = incoming;
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('error', reject).on('end', () => {
          const isJson = headers['content-type']?.includes('json') && !headers['content-type'].includes('nd');
          resolve({ status, headers, text, body: isJson ? JSON.parse(text) : undefined });
        });
      });
      outgoing.end(content);
    });
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, text, body: found } = await send(method, `/v1/tenants/default${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return found;
  };
  return {
    send,
    get: (path) => ask('GET', path),
    post: (path, body = {}) => ask('POST', path, body),
    close: () => agent.destroy(),
  };
}
