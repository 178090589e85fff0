import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assertRoutes } from './assert-routes.ts';
import type { Route } from './route.ts';

const sound: Route = {
  method: 'GET',
  path: '/v1/tenants/{tenant}/tools',
  id: 'listTools',
  access: 'tools:read',
  toolsetLimit: 'filtered',
  tag: 'tools',
  summary: 'List tools',
  answers: { 200: z.unknown() },
  handle: () => ({}),
};

function without(key: keyof Route): Route {
  const { [key]: _, ...rest } = sound;
  // The very thing that types forbid.
  return rest as Route;
}

describe('assertRoutes', () => {
  it('accepts a sound table', () => {
    assertRoutes([
      sound,
      { ...sound, method: 'POST', id: 'addTool' },
      { ...sound, path: '/healthz', id: 'h', access: 'public' },
    ]);
  });

  it.each([
    ['without access', [without('access')]],
    ['with an access that nobody can hold', [{ ...sound, access: 'tools:everything' as 'public' }]],
    ['without what it is to limited keys', [without('toolsetLimit')]],
    [
      'with a permission that no limit holds for',
      [{ ...sound, access: 'catalog:read' as const, toolsetLimit: 'unaffected' as const }],
    ],
    ['with a limit by name and a path without one', [{ ...sound, toolsetLimit: 'tool' as const }]],
    ['with a path that varies, under any Host', [{ ...sound, answersAnyHost: true }]],
    ['without an id', [without('id')]],
    ['without answers', [without('answers')]],
    ['with no answer in its answers', [{ ...sound, answers: {} }]],
    ['with the id of another', [sound, { ...sound, path: '/other' }]],
    ['with the place of another', [sound, { ...sound, id: 'b', path: '/v1/tenants/{name}/tools' }]],
    ['without a slash in front', [{ ...sound, path: 'v1' }]],
    ['with an empty segment', [{ ...sound, path: '/v1//tools' }]],
    ['with half a parameter', [{ ...sound, path: '/v1/{tenant' }]],
    ['with a parameter inside of a segment', [{ ...sound, path: '/v1/a{tenant}' }]],
    ['with one parameter twice', [{ ...sound, path: '/v1/{tenant}/{tenant}' }]],
    ['with a body of a GET', [{ ...sound, body: z.unknown() }]],
  ])('refuses a route %s', (_, routes) => {
    expect(() => assertRoutes(routes)).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        code: 'E_INVALID_OPTION',
        message: expect.stringContaining('The route '),
      }),
    );
  });
});
