import type { ImportEdge } from './import-graph.ts';

/**
 * The parts of the service, each with the parts that it may import. Types count: what is not listed here is not known there.
 * Paths are relative to `src`.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  auth: ['store'],
  audit: ['store'],
  store: ['auth', 'audit'],
  operations: ['http', 'service', 'store', 'tenants'],
  tenants: ['auth', 'store'],
  calls: ['auth', 'audit', 'store', 'tenants'],
  events: ['auth', 'audit', 'calls', 'store', 'tenants'],
  mcp: ['auth', 'calls', 'http', 'tenants'],
  http: ['auth', 'audit', 'service'],
  routes: ['auth', 'audit', 'calls', 'events', 'http', 'mcp', 'operations', 'service', 'store', 'tenants'],
  service: [
    ...['auth', 'audit', 'calls', 'events', 'http', 'mcp', 'operations', 'routes', 'store', 'tenants'],
  ],
  'example-tools': [],
  isolate: [],
  workers: ['operations'],
  node: ['http'],
  serve: [
    ...[
      'auth',
      'example-tools',
      'http',
      'isolate',
      'node',
      'operations',
      'service',
      'store',
      'tenants',
      'workers',
    ],
  ],
  cli: [
    'audit',
    'auth',
    'calls',
    'example-tools',
    'http',
    'isolate',
    'mcp',
    'operations',
    'routes',
    'serve',
    'service',
    'store',
    'tenants',
  ],
  door: [
    'auth',
    'audit',
    'example-tools',
    'http',
    'mcp',
    'node',
    'operations',
    'service',
    'store',
    'tenants',
  ],
};

/** Parts that may start threads of this process. */
const threadParts: readonly string[] = ['isolate', 'workers'];

/** Parts that run wherever there is `fetch`, with the modules of Node that they may use all the same. */
const webParts: Readonly<Record<string, readonly string[]>> = {
  auth: ['node:crypto'],
  audit: ['node:crypto'],
  tenants: [],
  calls: ['node:crypto'],
  events: ['node:crypto'],
  http: ['node:crypto'],
  routes: ['node:crypto', 'node:timers/promises'],
  mcp: ['node:crypto', 'node:process', 'node:stream'],
  service: ['node:crypto'],
};

/** What is wrong with the imports, one sentence each. */
export function findServerLayerViolations(edges: readonly ImportEdge[]): string[] {
  return edges.flatMap((edge) => {
    const reason = edge.isRelative ? judgeFile(edge) : judgeModule(edge);
    return reason === undefined ? [] : [`${edge.place} imports ${edge.to}: ${reason}`];
  });
}

function judgeFile({ from, to }: ImportEdge): string | undefined {
  const [source, target] = [partOf(from), partOf(to)];
  const allowed = mayImport[source];
  if (allowed === undefined) return `${source} is no part`;
  if (target === source || allowed.includes(target)) return undefined;
  return `${source} may import ${allowed.join(', ') || 'no other part'}`;
}

function judgeModule({ from, to }: ImportEdge): string | undefined {
  if (/^(node:)?worker_threads$/.test(to) && threadParts.includes(partOf(from))) return undefined;
  if (/^(node:)?(child_process|cluster|worker_threads|vm|repl|inspector)$/.test(to)) {
    return 'nothing that the network asks for starts a process or runs code';
  }
  const allowed = webParts[partOf(from)];
  if (!to.startsWith('node:') || allowed === undefined || allowed.includes(to)) return undefined;
  return `${partOf(from)} runs without it`;
}

function partOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 ? 'door' : first;
}
