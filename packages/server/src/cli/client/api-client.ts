import { ToolcribError } from 'toolcrib';
import { ApiProblem } from './api-problem.ts';
import { isRecord, type JsonRecord } from './json-fields.ts';

/** Far more than any page or snapshot; a service that sends more is not ours. */
const MAX_ANSWER_BYTES = 268_435_456;

/** Where requests go: to a service over the network, or to the handler in this process. */
export interface ApiConnection {
  /** For people: an address, or the place of the database. */
  readonly place: string;
  readonly kind: 'remote' | 'local';
  /** The base of all addresses, without a slash at the end. */
  readonly url: string;
  send(request: Request): Promise<Response>;
  close(): Promise<void>;
}

type QueryValue = string | number | boolean | readonly string[];

/** What a request says beside its path. */
export interface ApiRequest {
  /** A list is sent as one parameter for each item. */
  readonly query?: Readonly<Record<string, QueryValue | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A status that is no error here. */
  readonly alsoOk?: number | undefined;
}

/** Speaks the HTTP API. The only way from the command line to tools, catalogues and calls, local or not. */
export interface ApiClient {
  readonly connection: ApiConnection;
  /**
   * The JSON of an answer; an empty object if it has none.
   *
   * @throws ApiProblem for whatever the service refuses.
   * @throws ToolcribError `E_SERVICE_UNREACHABLE`.
   */
  ask(method: string, path: string, request?: ApiRequest): Promise<JsonRecord>;
  /** The answer itself, for streams and texts. @throws as `ask`. */
  open(method: string, path: string, request?: ApiRequest): Promise<Response>;
}

/** A client over a connection; everything that it asks ends when the signal is aborted. */
export function createApiClient(connection: ApiConnection, signal: AbortSignal): ApiClient {
  const open = async (method: string, path: string, request: ApiRequest = {}): Promise<Response> => {
    const response = await connection.send(toRequest(connection.url, method, { path, signal, ...request }));
    if (response.ok || response.status === request.alsoOk) return response;
    throw await toProblem(response);
  };
  return {
    connection,
    open,
    async ask(method, path, request) {
      const text = await readText(await open(method, path, request));
      if (text === '') return {};
      const value = parseJson(text);
      if (isRecord(value)) return value;
      throw new ToolcribError(
        'E_SERVICE_UNREACHABLE',
        `${connection.place} answered with something else than JSON.`,
      );
    },
  };
}

/** A path of segments, each escaped. */
export function toPath(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

function toRequest(
  base: string,
  method: string,
  {
    path,
    signal,
    query = {},
    body,
    headers,
  }: ApiRequest & { readonly path: string; readonly signal: AbortSignal },
): Request {
  const url = new URL(`${base}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(item));
  }
  return new Request(url, {
    method,
    signal,
    // A redirect would carry the key to wherever it points.
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function toProblem(response: Response): Promise<Error> {
  const value = parseJson(await readText(response));
  if (isRecord(value) && typeof value.code === 'string') return new ApiProblem(response.status, value);
  return new ToolcribError(
    'E_SERVICE_UNREACHABLE',
    `The answer was HTTP ${response.status}, and not from a Toolcrib service.`,
    { context: { status: response.status } },
  );
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      throw new ToolcribError(
        'E_SERVICE_UNREACHABLE',
        `The answer is larger than ${MAX_ANSWER_BYTES} bytes.`,
      );
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller says so in its own words.
    return undefined;
  }
}
