import type {
  OpenApiDocument,
  OperationObject,
} from '../../../packages/server/src/http/reference/open-api-document.ts';
import { createRandom, type SeededRandom } from '../../compat/seeded-random.ts';
import { type Drawing, drawJson, tenantNames, toolNames, toolsetNames } from './draw-json.ts';
import { type Asker, askers, type FuzzRequest } from './fuzz-request.ts';
import { drawHostileText } from './hostile-values.ts';
import { type KnownGate, type KnownThings, pickKnown } from './known-things.ts';
import { drawMcpMessage } from './mcp-messages.ts';
import { pickFrom } from './pick-from.ts';
import { spoilBytes, spoilValue } from './spoil.ts';

/** An operation of the document, with its place. */
interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

/** Bodies that are accepted, by operation; changes of these get far. */
export type FuzzSamples = Readonly<Record<string, unknown>>;

/** What requests are planned with. */
interface Planning extends Drawing {
  readonly samples: FuzzSamples;
  /** Of which a decision may be. */
  readonly gate: KnownGate | undefined;
}

/** Plans requests: each is made from a number, and from what earlier answers have told. */
export type Planner = (index: number) => FuzzRequest;

const callers: ReadonlySet<string> = new Set(['createCall', 'sendMcp', 'sendToolsetMcp', 'settleGate']);

const encoder = new TextEncoder();

const headerNames = [
  ...[
    'accept',
    'accept-encoding',
    'if-none-match',
    'last-event-id',
    'idempotency-key',
    'content-type',
    'origin',
    'host',
  ],
  ...[
    'content-encoding',
    'content-length',
    'authorization',
    'traceparent',
    'x-forwarded-host',
    'x-request-id',
    'range',
  ],
  ...[
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
    'expect',
    'cookie',
    'x-http-method-override',
  ],
];

const headerValues = [
  ...[
    'text/event-stream',
    '*/*',
    'application/json',
    'text/html;q=0',
    'gzip',
    'gzip;q=0, identity;q=0',
    'br;q=1.5',
  ],
  ...[
    '*',
    'W/"x"',
    '"',
    '"a", "b", W/',
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data',
    'null',
  ],
  ...[
    'localhost:80',
    'evil.example',
    '[::1]',
    '127.0.0.1.',
    'localhost, evil.example',
    'http://localhost',
    'https://a.b',
  ],
  ...[
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'bearer a b',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    '00-0-0-00',
    'bytes=0-',
    '-1',
    '1e9',
  ],
];

/** What a planner has to know of the service. */
export interface PlannerWorld {
  readonly document: OpenApiDocument;
  readonly known: KnownThings;
  readonly samples: FuzzSamples;
}

/** Makes a planner over everything that the document offers, and the documents themselves. */
export function createPlanner({ document, known, samples }: PlannerWorld, seed: number): Planner {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Operation => ({ ...operation, path, method: method.toUpperCase() }),
    ),
  );
  // Where bodies are read there is more to try at one address, and most of it where tools are called.
  const deep = operations.filter(
    ({ operationId, requestBody }) => requestBody !== undefined || callers.has(operationId),
  );
  const calling = operations.filter(({ operationId }) => callers.has(operationId));
  return (index) => {
    const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
    const gate = known.pickGate(random);
    const planning = { random, known, samples, gate, schemas: document.components.schemas };
    const choice = pickFrom(random, [operations, operations, deep, calling]);
    return planRequest(pickFrom(random, choice), planning);
  };
}

function planRequest(operation: Operation, drawing: Planning): FuzzRequest {
  const { random } = drawing;
  const { headers, body } = drawBody(operation, drawing);
  const isBent = random.onceIn(6);
  return {
    routeId: operation.operationId,
    method: random.onceIn(30)
      ? pickFrom(random, ['HEAD', 'OPTIONS', 'PATCH', 'GET', 'POST', 'PUT', 'DELETE'])
      : operation.method,
    target: drawTarget(operation, drawing, isBent),
    asker: drawAsker(operation, random),
    headers: [...Object.entries(headers), ...(random.onceIn(4) ? [drawHeader(random)] : [])],
    body,
  };
}

/** Mostly somebody who may, as the others do not get far. */
function drawAsker(operation: Operation, random: SeededRandom): Asker {
  if (random.onceIn(8)) return pickFrom(random, askers);
  const access = operation['x-permission'];
  const isForCallers = access === 'calls:create' || access === 'tools:read';
  return pickFrom(random, isForCallers ? ['root', 'admin', 'caller', 'narrow'] : ['root', 'root', 'admin']);
}

/** A header that this kind of request does not have, or not so. Only what a client can send at all. */
function drawHeader(random: SeededRandom): readonly [string, string] {
  const text = random.onceIn(3) ? drawHostileText(random) : pickFrom(random, headerValues);
  const sendable = [...text]
    .filter((character) => /[\t\x20-\x7e\x80-\xff]/.test(character))
    .join('')
    .trim();
  return [pickFrom(random, headerNames), sendable.slice(0, 2_000)];
}

function drawBody(
  operation: Operation,
  drawing: Planning,
): Pick<FuzzRequest, 'body'> & { headers: Record<string, string> } {
  const { random } = drawing;
  const message = operation.operationId.startsWith('send') ? drawMcpMessage(drawing) : undefined;
  const content = operation.requestBody?.content['application/json'];
  if (message === undefined && content === undefined) return { headers: {}, body: undefined };
  const drawn = message?.body ?? drawOwnBody(operation, drawing) ?? drawJson(content?.schema ?? {}, drawing);
  let value = drawn;
  if (random.onceIn(2))
    for (let times = 1 + random.below(2); times > 0; times--) value = spoilValue(value, random);
  const text = JSON.stringify(value) ?? '';
  const headers = { 'content-type': 'application/json', ...message?.headers };
  return { headers, body: random.onceIn(8) ? spoilBytes(text, random) : encoder.encode(text) };
}

/** Bodies that refer to something that there is. */
function drawOwnBody({ operationId }: Operation, { random, gate, samples }: Planning): unknown {
  if (operationId !== 'settleGate') return random.onceIn(2) ? undefined : samples[operationId];
  if (gate === undefined) return undefined;
  const { toolDigest, contentDigest } = gate;
  return { decision: pickFrom(random, ['approve', 'reject']), toolDigest, contentDigest };
}

function drawTarget(operation: Operation, drawing: Planning, isBent: boolean): string {
  const { random } = drawing;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    drawSegment(operation, name, { ...drawing, isBent }),
  );
  const query = drawQuery(operation, drawing);
  const target = query === '' ? path : `${path}?${query}`;
  return random.onceIn(25) ? bendTarget(target, random) : target;
}

function drawSegment(
  { path, operationId }: Operation,
  name: string,
  { random, known, gate, isBent }: Planning & { readonly isBent: boolean },
): string {
  if (isBent && random.onceIn(2)) return encode(drawHostileText(random), random);
  if (name === 'tenant') return pickFrom(random, tenantNames);
  if (name === 'toolset' || (name === 'name' && path.includes('/toolsets/')))
    return pickFrom(random, toolsetNames);
  if (name === 'name') return pickFrom(random, toolNames);
  if (name === 'version') return pickFrom(random, ['1.0.0', '1.1.0', '2.0.0', '9.9.9']);
  if (path.includes('/keys/')) return pickKnown({ random, known, kind: 'key', otherwise: 'x' });
  if (operationId === 'settleGate' && gate !== undefined) return gate.id;
  return pickKnown({ random, known, kind: path.includes('/gates/') ? 'gate' : 'call', otherwise: 'x' });
}

function drawQuery({ parameters = [] }: Operation, drawing: Drawing): string {
  const { random } = drawing;
  const pairs: string[] = [];
  for (const { name, in: place, required, schema } of parameters) {
    if (place !== 'query' || !(required || random.onceIn(3))) continue;
    const value = random.onceIn(10) ? drawHostileText(random) : String(drawJson(schema, drawing, name));
    pairs.push(`${name}=${encode(value, random)}`);
    if (random.onceIn(40)) pairs.push(`${name}=${encode(value, random)}`);
  }
  if (random.onceIn(30))
    pairs.push(`${encode(drawHostileText(random), random)}=${encode(drawHostileText(random), random)}`);
  return pairs.join('&');
}

/** Percent-encoded, or now and then only as far as a request line needs it. */
function encode(text: string, random: SeededRandom): string {
  return random.onceIn(12)
    ? text.replaceAll(/[^!-~]/g, '').slice(0, 300)
    : encodeURIComponent(text.toWellFormed());
}

const targetTricks: readonly ((target: string) => string)[] = [
  (target) => target.replace('/v1/', '//v1//'),
  (target) => target.replace('/v1/', '/v1/../v1/'),
  (target) => target.replaceAll('/', '%2f'),
  (target) => `${target}/`,
  (target) => target.toUpperCase(),
  (target) => `http://evil.example${target}`,
  (target) => `${target}#x`,
  (target) => target.replace('default', 'default;x=y'),
  (target) => `${target}${target.includes('?') ? '&' : '?'}${'x=1&'.repeat(100)}`,
  (target) => `${target}${'x'.repeat(17_000)}`,
  (target) => target.slice(1),
  () => '*',
];

function bendTarget(target: string, random: SeededRandom): string {
  return pickFrom(random, targetTricks)(target);
}
