import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { errorTable } from 'toolcrib';
import type { OpenApiDocument } from '../../../packages/server/src/http/reference/open-api-document.ts';
import { findLeak } from './find-leak.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { type FuzzWorld, INNER_CANARY, VAULT_CANARY } from './fuzz-world.ts';

/** What came back, read to its end or as far as it has come. */
export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Says what is wrong with an answer; undefined if nothing is. */
export type Judge = (request: FuzzRequest, answer: FuzzAnswer) => string | undefined;

const MAX_PROBLEM_CHARS = 100_000;

type Parsed = { readonly isJson: boolean; readonly value: unknown };

/** Makes a judge that knows what the document promises. */
export function createJudge(world: FuzzWorld): Judge {
  const { document, keys } = world;
  const validators = createValidators(document);
  const secrets = Object.values(keys).map((key) => secretOf(key));

  function judge(request: FuzzRequest, answer: FuzzAnswer): string | undefined {
    const { status, headers, text } = answer;
    const requestId = headers.get('x-request-id') ?? '';
    const logged = world.takeLogged(requestId);
    const routeId = String(logged?.route ?? request.routeId);
    if (status >= 500) return `status ${status}`;
    if (requestId === '') return 'no x-request-id';
    if (secrets.some((secret) => text.includes(secret))) return 'leak: a secret';
    const told = isShownExceptions(request, routeId) ? withoutExceptions(text) : text;
    const canaries = request.asker === 'root' ? [INNER_CANARY] : [INNER_CANARY, VAULT_CANARY];
    const leak = findLeak(told + JSON.stringify([...headers]), [...secrets, ...canaries]);
    if (leak !== undefined) return `leak: ${leak}`;
    if (request.method === 'HEAD') return text === '' ? undefined : 'a body for HEAD';
    const parsed = parse(answer);
    if (parsed === undefined) return 'JSON that cannot be read';
    world.known.learn(parsed.value, headers.get('mcp-session-id'));
    if (/Mcp$/.test(routeId) && headers.get('content-type') !== 'application/problem+json')
      return judgeMcp(answer);
    return status >= 400 ? judgeProblem(answer, parsed.value) : judgeSuccess(routeId, answer, parsed);
  }

  function judgeProblem({ status, headers, text }: FuzzAnswer, value: unknown): string | undefined {
    if (headers.get('content-type') !== 'application/problem+json') return 'no problem details';
    if (!validators.problem(value)) return `problem details: ${explain(validators.problem)}`;
    const problem = value as Readonly<Record<string, unknown>>;
    const row = errorTable[problem.code as keyof typeof errorTable];
    if (problem.status !== status || row?.httpStatus !== status)
      return 'a status that is not that of its code';
    if (problem.requestId !== headers.get('x-request-id')) return 'two request ids';
    return text.length > MAX_PROBLEM_CHARS ? `${text.length} characters of problem` : undefined;
  }

  function judgeSuccess(routeId: string, answer: FuzzAnswer, { isJson, value }: Parsed): string | undefined {
    const { status, headers, text } = answer;
    if (status === 304 || routeId === 'none') return text === '' ? undefined : 'a body where none belongs';
    const declared = validators.answers.get(`${routeId} ${status}`);
    if (declared === undefined)
      return headers.get('allow') !== null ? undefined : `${routeId} declares no ${status}`;
    if (declared === null) return text === '' ? undefined : 'a body where none was declared';
    const type = headers.get('content-type') ?? '';
    if (typeof declared === 'string') return judgeMedia(declared, headers);
    if (type.startsWith('text/event-stream') && routeId === 'readEvents') return undefined;
    if (!isJson) return `${type} for JSON`;
    return declared(value) ? undefined : `${routeId} ${status}: ${explain(declared)}`;
  }

  return judge;
}

/** Bytes are of the type that a tool gave them, and must not be shown by a browser as such. */
function judgeMedia(declared: string, headers: Headers): string | undefined {
  if (declared === '*/*') {
    return headers.get('content-disposition') === 'attachment' ? undefined : 'bytes to be shown';
  }
  const type = headers.get('content-type') ?? '';
  return type.startsWith(declared) ? undefined : `${type} for ${declared}`;
}

/** Admins see in a call what its tool threw. */
function isShownExceptions({ asker }: FuzzRequest, routeId: string): boolean {
  return routeId === 'getCall' && (asker === 'admin' || asker === 'root');
}

function withoutExceptions(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value) => (name === 'exceptions' ? undefined : value));
}

/** The part of a key that nobody but its holder knows. */
export function secretOf(key: string): string {
  return key.split('_').slice(2).join('_');
}

function judgeMcp({ status, headers, text }: FuzzAnswer): string | undefined {
  const type = headers.get('content-type') ?? '';
  if (text === '') return undefined;
  const messages = type.startsWith('text/event-stream')
    ? [...text.matchAll(/^data: (.+)\n/gm)].map(([, data = '']) => data)
    : [text];
  for (const message of messages) {
    const value: unknown = JSON.parse(message);
    for (const { jsonrpc } of [value].flat() as { jsonrpc?: unknown }[]) {
      if (jsonrpc !== '2.0') return `status ${status} without JSON-RPC`;
    }
    if (/"code":-32603\b/.test(message)) return `an internal error over MCP: ${message.slice(0, 300)}`;
  }
  return undefined;
}

function parse({ headers, text }: FuzzAnswer): Parsed | undefined {
  if (text === '' || headers.get('content-type')?.includes('json') !== true)
    return { isJson: false, value: undefined };
  if (headers.get('content-type') === 'application/x-ndjson') return { isJson: false, value: undefined };
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** What was declared for each answer: a schema, a media type, or nothing. */
function createValidators({ paths, components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document:', components });
  const compile = (schema: unknown): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document:#/components/')));
  const answers = new Map<string, ValidateFunction | string | null>();
  for (const { operationId, responses } of Object.values(paths).flatMap((methods) =>
    Object.values(methods),
  )) {
    for (const [status, response] of Object.entries(responses)) {
      if ('$ref' in response) continue;
      const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(response.content ?? {});
      const declared = type === 'application/json' ? compile(schema) : type === '' ? null : type;
      answers.set(`${operationId} ${status}`, declared);
    }
  }
  return { answers, problem: compile(components.schemas.Problem) };
}

function explain({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
}
