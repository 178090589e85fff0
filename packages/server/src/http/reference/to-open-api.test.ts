import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, type Route } from '../route.ts';
import { renderDocsPage } from './docs-page.ts';
import { toOpenApi } from './to-open-api.ts';

const item = z.strictObject({ name: z.string(), size: z.int().default(1) }).meta({ id: 'Item' });
const order = z.strictObject({ note: z.string().default('') }).meta({ id: 'Order' });

type Tree = { readonly name: string; readonly children: readonly Tree[] };
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});

const routes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/v1/tenants/{tenant}/items/{name}',
    id: 'putItem',
    access: 'catalog:write',
    toolsetLimit: 'refused',
    tag: 'items',
    summary: 'Put an item',
    params: z.strictObject({ tenant: z.string().describe('Which tenant.'), name: z.string().max(64) }),
    query: z.strictObject({ dryRun: z.stringbool().default(false), reason: z.string() }),
    body: z.strictObject({ item, order: order.optional() }),
    answers: { 200: item, 204: null },
    handle: () => ({}),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/tenants/{tenant}/items/{name}',
    id: 'getItem',
    access: 'tools:read',
    toolsetLimit: 'filtered',
    tag: 'items',
    summary: 'Get an item',
    answers: { 200: z.array(item), 206: 'text/event-stream', 207: tree },
    handle: () => ({}),
  }),
  defineRoute({
    method: 'GET',
    path: '/healthz',
    id: 'getHealth',
    access: 'public',
    toolsetLimit: 'unaffected',
    tag: 'operations',
    summary: 'Say <b>hello</b> & "more"',
    description: 'With `code` and </section><script>alert(1)</script>.',
    answers: { 200: z.strictObject({ '<img src=x>': z.string() }) },
    handle: () => ({}),
  }),
];

const document = toOpenApi(routes, { version: '1.2.3', url: 'https://tools.example' });

/** Every reference in a value. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  );
}

describe('toOpenApi', () => {
  it('has every route as an operation, with its permission and what it is to limited keys', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId, 'x-permission': access, 'x-toolset-limit': limit }]) =>
          `${method} ${path} ${operationId} ${access} ${limit}`,
      ),
    );

    expect(operations).toEqual([
      'post /v1/tenants/{tenant}/items/{name} putItem catalog:write refused',
      'get /v1/tenants/{tenant}/items/{name} getItem tools:read filtered',
      'get /healthz getHealth public unaffected',
    ]);
    expect(document.info.version).toBe('1.2.3');
    expect(document.tags).toEqual([{ name: 'items' }, { name: 'operations' }]);
  });

  it('asks for no key where none is needed', () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.paths['/healthz']?.get?.security).toEqual([]);
    expect(document.paths['/v1/tenants/{tenant}/items/{name}']?.get).not.toHaveProperty('security');
  });

  it('writes parameters from the schemas that check them', () => {
    expect(document.paths['/v1/tenants/{tenant}/items/{name}']?.post?.parameters).toEqual([
      {
        name: 'tenant',
        in: 'path',
        required: true,
        description: 'Which tenant.',
        schema: { type: 'string' },
      },
      { name: 'name', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } },
      { name: 'dryRun', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'reason', in: 'query', required: true, schema: { type: 'string' } },
    ]);
    expect(document.paths['/v1/tenants/{tenant}/items/{name}']?.get?.parameters).toMatchObject([
      { name: 'tenant', in: 'path', schema: { type: 'string' } },
      { name: 'name', in: 'path', schema: { type: 'string' } },
    ]);
  });

  it('makes components of named schemas; two only where both sides of one are used and differ', () => {
    expect(Object.keys(document.components.schemas)).toEqual([
      'Item',
      'ItemInput',
      'Order',
      'Problem',
      'getItem207',
    ]);
    expect(document.components.schemas.Item).toMatchObject({ required: ['name', 'size'] });
    expect(document.components.schemas.ItemInput).toMatchObject({
      required: ['name'],
      additionalProperties: false,
    });
    expect(document.paths['/v1/tenants/{tenant}/items/{name}']?.post?.requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: {
            properties: {
              item: { $ref: '#/components/schemas/ItemInput' },
              order: { $ref: '#/components/schemas/Order' },
            },
          },
        },
      },
    });
  });

  it('writes answers of every kind, and problems for all others', () => {
    expect(document.paths['/v1/tenants/{tenant}/items/{name}']?.post?.responses).toMatchObject({
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
      204: { description: expect.any(String) },
      default: { $ref: '#/components/responses/Problem' },
    });
    expect(document.paths['/v1/tenants/{tenant}/items/{name}']?.get?.responses[206]).toMatchObject({
      content: { 'text/event-stream': {} },
    });
  });

  it('refers only to what is there', () => {
    const known = new Set([
      '#/components/responses/Problem',
      ...Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`),
    ]);

    expect(references(document).filter((reference) => !known.has(reference))).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('refuses two schemas of one name', () => {
    const other = z.strictObject({ other: z.string() });
    z.globalRegistry.remove(other);
    const clash: Route = {
      ...(routes[1] as Route),
      id: 'x',
      path: '/x',
      answers: { 200: z.array(other.meta({ id: 'Problem' })) },
    };

    expect(() => toOpenApi([clash], { version: '1' })).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION' }),
    );
  });
});

describe('renderDocsPage', () => {
  const page = renderDocsPage(document);

  it('shows every operation, and links every schema that it names', () => {
    for (const { id, path } of routes) {
      expect(page).toContain(`id="${id}"`);
      expect(page).toContain(path);
    }
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !page.includes(`id="${target}"`))).toEqual([]);
  });

  it('lets no text become markup', () => {
    expect(page).not.toMatch(/<script|<img|<b>hello/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('Say &lt;b&gt;hello&lt;/b&gt; &amp; &quot;more&quot;');
  });

  it('loads nothing from anywhere', () => {
    expect(page).not.toMatch(/<[^>]*\s(?:src|on\w+)=|<link|@import|url\(/);
  });
});
