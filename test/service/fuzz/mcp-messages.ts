import { type Drawing, toolNames } from './draw-json.ts';
import { pickFrom } from './pick-from.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A message, and the headers that go with it. */
export interface McpMessage {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const MODERN = '2026-07-28';
const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const clientInfo = { name: 'fuzz', version: '1.0.0' };
const forms = { elicitation: { form: {} } };
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const methods = [
  ...[
    'tools/call',
    'tools/call',
    'tools/call',
    'tools/list',
    'tools/list',
    'ping',
    'initialize',
    'server/discover',
  ],
  ...[
    'resources/list',
    'resources/read',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel',
  ],
  ...[
    'notifications/initialized',
    'notifications/cancelled',
    'notifications/progress',
    'subscriptions/listen',
  ],
  ...['tasks/get', 'tasks/update', 'tasks/cancel', 'sampling/createMessage', 'rpc.discover', '__proto__'],
];

/** A message that a client of one of the revisions might send. */
export function drawMcpMessage(drawing: Drawing): McpMessage {
  const { random, known } = drawing;
  const method = pickFrom(random, methods);
  const params = drawParams(method, drawing);
  const message = random.onceIn(2) ? toModern(method, params, drawing) : toLegacy(method, params, drawing);
  const session = known.pick('session', random);
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(session !== undefined && random.onceIn(3) && { 'mcp-session-id': session }),
    ...message.headers,
  };
  return { body: random.onceIn(25) ? [message.body, message.body] : message.body, headers };
}

function drawParams(method: string, { random, known }: Drawing): Fields {
  const meta = random.onceIn(4) ? { _meta: { progressToken: random.below(9) } } : {};
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: pickFrom(random, legacyVersions),
        capabilities: pickFrom(random, [{}, forms]),
        clientInfo,
      };
    case 'tools/call': {
      const name = pickFrom(random, [
        ...toolNames,
        'search_tools',
        'call_tool',
        'call_result',
        'query_result',
      ]);
      return {
        name,
        arguments: drawArguments(name, { random, known }),
        ...meta,
        ...drawReply({ random, known }),
      };
    }
    case 'tools/list':
      return random.onceIn(4) ? { cursor: known.pick('cursor', random) ?? 'x' } : {};
    case 'notifications/cancelled':
      return { requestId: random.below(5), reason: 'x' };
    case 'logging/setLevel':
      return { level: 'debug' };
    case 'subscriptions/listen':
      return { notifications: random.onceIn(4) ? { taskIds: ['x'] } : { toolsListChanged: true }, ...meta };
    case 'tasks/get':
    case 'tasks/update':
    case 'tasks/cancel':
      return { taskId: known.pick('call', random) ?? 'x', ...drawReply({ random, known }) };
    default:
      return random.onceIn(2) ? {} : { uri: 'note://x', name: 'x', ...meta };
  }
}

function drawArguments(name: string, { random, known }: Pick<Drawing, 'random' | 'known'>): unknown {
  if (name === 'query_result')
    return { callId: known.pick('call', random) ?? 'x', query: 'artifact_grep', arguments: { pattern: 'a' } };
  if (name === 'call_result') return { callId: known.pick('call', random) ?? 'x', waitMs: random.below(20) };
  if (name === 'search_tools') return { query: 'say hello', limit: 1 + random.below(20) };
  if (name === 'call_tool') return { name: pickFrom(random, toolNames), arguments: { text: 'x' } };
  return random.onceIn(4) ? {} : { text: 'hello' };
}

/** What a client sends along when it answers a question. */
function drawReply({ random, known }: Pick<Drawing, 'random' | 'known'>): Fields {
  if (!random.onceIn(4)) return {};
  const answer = {
    action: pickFrom(random, ['accept', 'decline', 'cancel']),
    content: { decision: 'approve' },
  };
  return { requestState: known.pick('state', random) ?? 'v1.e30.x', inputResponses: { gate: answer } };
}

function toModern(method: string, params: Fields, { random }: Drawing): McpMessage {
  const _meta = {
    ...(params._meta as Fields | undefined),
    'io.modelcontextprotocol/protocolVersion': random.onceIn(10) ? '2030-01-01' : MODERN,
    'io.modelcontextprotocol/clientCapabilities': pickFrom(random, [
      {},
      forms,
      tasks,
      { ...forms, ...tasks },
    ]),
    ...(random.onceIn(2) && { 'io.modelcontextprotocol/clientInfo': clientInfo }),
  };
  const name = params.name ?? params.taskId;
  const headers = {
    'mcp-protocol-version': MODERN,
    'mcp-method': random.onceIn(12) ? 'tools/list' : method,
    ...(typeof name === 'string' && { 'mcp-name': random.onceIn(12) ? 'echo' : name }),
  };
  return {
    body: { jsonrpc: '2.0', ...toId(method, random.below(5)), method, params: { ...params, _meta } },
    headers,
  };
}

function toLegacy(method: string, params: Fields, { random }: Drawing): McpMessage {
  const headers = { 'mcp-protocol-version': pickFrom(random, legacyVersions) };
  // What a client answers to a question of the server.
  if (random.onceIn(15))
    return { body: { jsonrpc: '2.0', id: random.below(5), result: { action: 'accept' } }, headers };
  return { body: { jsonrpc: '2.0', ...toId(method, random.below(5)), method, params }, headers };
}

function toId(method: string, id: number): Fields {
  return method.startsWith('notifications/') ? {} : { id };
}
