import { type Answer, type TestService, toRequest } from '../open-service.ts';
import type { ModelTenant } from './world-model.ts';

/** What shows everything that a tenant has, to who may see it. */
const paths: readonly string[] = [
  '',
  '/tools?limit=100',
  '/search?q=parcels&limit=100&explain=true',
  '/catalog/tools?limit=100',
  '/catalog/drafts?limit=100',
  '/catalog/policy',
  '/toolsets?limit=100',
  '/snapshot',
  '/lock',
  '/events?limit=500',
  '/audit?limit=100',
  '/audit/export',
  '/calls?limit=100',
  '/gates?limit=100',
  '/keys?limit=100',
];

/** Every text that a tenant is shown, by path; those of pages with all that follow them. */
export async function scanTenant(
  service: TestService,
  { name, tools, toolsets }: ModelTenant,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const more = [
    ...tools.flatMap((tool) => [`/catalog/tools/${tool.name}`, `/catalog/tools/${tool.name}/versions`]),
    ...tools.map((tool) => `/catalog/drafts/${tool.name}`),
    ...[...toolsets.keys()].flatMap((toolset) => [`/toolsets/${toolset}`, `/toolsets/${toolset}/revisions`]),
  ];
  for (const path of [...paths, ...more]) {
    texts.set(path, await readAll(service, `/v1/tenants/${name}${path}`));
  }
  return texts;
}

async function readAll({ ask }: TestService, path: string): Promise<string> {
  const texts: string[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const answer: Answer = await ask('GET', next);
    if (answer.status !== 200 && answer.status !== 404) throw new Error(`${next} is answered ${answer.text}`);
    texts.push(answer.text);
    next = followerOf(path, answer);
  }
  return texts.join('\n');
}

function followerOf(path: string, { body }: Answer): string | undefined {
  const after = body?.nextCursor ?? (body?.hasMore === true ? body.cursor : undefined);
  if (typeof after !== 'string') return undefined;
  const url = new URL(toRequest('GET', path).url);
  url.searchParams.set('after', after);
  return `${url.pathname}${url.search}`;
}
