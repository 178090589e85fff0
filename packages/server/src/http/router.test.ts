import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, type Route, type RouteOptions } from './route.ts';
import { createRouter, hasControl } from './router.ts';

function route(method: RouteOptions['method'], path: string): Route {
  const answers = { 200: z.unknown() };
  return defineRoute({
    method,
    path,
    id: `${method} ${path}`,
    access: 'public',
    toolsetLimit: 'unaffected',
    tag: 't',
    summary: '',
    answers,
    handle: () => ({}),
  });
}

const router = createRouter([
  route('GET', '/v1/tools'),
  route('POST', '/v1/tools'),
  route('GET', '/v1/tools/{name}'),
  route('GET', '/v1/tools/all'),
  route('DELETE', '/v1/tools/{name}/versions/{version}'),
  route('GET', '/v1/{kind}/x'),
  route('GET', '/v1/{kind}/versions/{version}/notes'),
]);

function find(method: string, path: string): string {
  const match = router.match(method, path);
  if (match.kind === 'unknown') return 'unknown';
  if (match.kind === 'wrong-method') return `only ${match.allowed.join(' ')}`;
  return `${match.route.id} ${JSON.stringify(match.params)}`;
}

describe('createRouter', () => {
  it('finds a route by method and path, with its parameters', () => {
    expect(find('GET', '/v1/tools')).toBe('GET /v1/tools {}');
    expect(find('GET', '/v1/tools/weather')).toBe('GET /v1/tools/{name} {"name":"weather"}');
    expect(find('DELETE', '/v1/tools/a/versions/1.0.0')).toBe(
      'DELETE /v1/tools/{name}/versions/{version} {"name":"a","version":"1.0.0"}',
    );
  });

  it('prefers a fixed segment, and goes back to a parameter where that leads nowhere', () => {
    expect(find('GET', '/v1/tools/all')).toBe('GET /v1/tools/all {}');
    expect(find('DELETE', '/v1/tools/all/versions/2')).toContain('{"name":"all","version":"2"}');
    expect(find('GET', '/v1/tools/x')).toBe('GET /v1/tools/{name} {"name":"x"}');
    expect(find('GET', '/v1/other/x')).toBe('GET /v1/{kind}/x {"kind":"other"}');
    expect(find('GET', '/v1/tools/versions/1/notes')).toContain('{"kind":"tools","version":"1"}');
  });

  it('answers HEAD as GET, and tells which methods a path has', () => {
    expect(find('HEAD', '/v1/tools')).toBe('GET /v1/tools {}');
    expect(find('PUT', '/v1/tools')).toBe('only GET HEAD OPTIONS POST');
    expect(find('OPTIONS', '/v1/tools/a/versions/1')).toBe('only DELETE OPTIONS');
  });

  it.each([
    '/',
    '',
    '/v1',
    '/v1/',
    '//v1/tools',
    '/v1//tools',
    '/v1/tools/',
    '/V1/tools',
    '/v1/%74ools',
    '/v1/tools/a/b',
    '/v1/tools/../tools',
    '/v1/tools//versions/1',
    '/__proto__',
    '/v1/constructor',
  ])('leads nowhere from %j', (path) => {
    expect(find('GET', path)).toBe('unknown');
  });

  it('decodes parameters once', () => {
    expect(find('GET', '/v1/tools/a%20b')).toContain('{"name":"a b"}');
    expect(find('GET', '/v1/tools/%2541')).toContain('{"name":"%41"}');
    expect(find('GET', '/v1/tools/a%2Fb')).toContain('{"name":"a/b"}');
  });

  it.each(['%', '%zz', '%c3%28', '%00', '%0a', '%7F', '.', '..', '%2e%2E', '%ed%a0%80'])(
    'refuses %j as a parameter',
    (segment) => {
      expect(() => find('GET', `/v1/tools/${segment}`)).toThrow(
        expect.objectContaining({
          code: 'E_INVALID_REQUEST',
          issues: [expect.objectContaining({ path: ['name'] })],
        }),
      );
    },
  );

  it('gives back any well-formed name that a client encodes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        fc.pre(name !== '.' && name !== '..' && name !== 'all' && !hasControl(name));

        const match = router.match('GET', `/v1/tools/${encodeURIComponent(name)}`);

        expect(match).toMatchObject({ kind: 'found', params: { name } });
      }),
    );
  });
});
