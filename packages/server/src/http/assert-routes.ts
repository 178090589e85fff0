import { ConfigError } from 'toolcrib';
import { rolePermissions, roles } from '../auth/role.ts';
import type { Route } from './route.ts';
import { paramNames } from './router.ts';

const segmentPattern = /^(?:[A-Za-z0-9._~-]+|\{[A-Za-z][A-Za-z0-9]*\})$/;

/**
 * Refuses a table of routes in which anything is left open: who may use a route, what it answers, or which of two
 * routes a request is for.
 *
 * @throws ConfigError `E_INVALID_OPTION` that names the route.
 */
export function assertRoutes(routes: readonly Route[]): void {
  const ids = new Set<string>();
  const places = new Set<string>();
  for (const route of routes) {
    const problem = findProblem(route);
    if (problem !== undefined) throw refusal(route, problem);
    if (ids.has(route.id)) throw refusal(route, 'another route has the same id');
    ids.add(route.id);
    const place = `${route.method} ${route.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
    if (places.has(place)) throw refusal(route, 'another route has the same method and path');
    places.add(place);
  }
}

function findProblem(route: Route): string | undefined {
  if (typeof route.id !== 'string' || route.id === '') return 'it has no id';
  if (!isAccess(route.access)) return 'its `access` does not say who may use it';
  const limitProblem = findLimitProblem(route);
  if (limitProblem !== undefined) return limitProblem;
  const segments = route.path.split('/');
  if (segments.shift() !== '') return 'its path does not begin with "/"';
  if (!segments.every((segment) => segmentPattern.test(segment)))
    return 'its path has a segment that is no segment';
  const names = paramNames(route.path);
  if (new Set(names).size !== names.length) return 'two parameters of its path have the same name';
  if (route.answersAnyHost === true && (route.method !== 'GET' || names.length > 0))
    return 'it answers any Host, which is for a GET of a fixed path';
  if (typeof route.answers !== 'object' || Object.keys(route.answers).length === 0)
    return 'it declares no answers';
  if (route.method === 'GET' && route.body !== undefined) return 'a GET has no body';
  return undefined;
}

/** Limited keys exist wherever a permission is asked for, so each such route has to say what it is to them. */
function findLimitProblem({ access, path, toolsetLimit }: Route): string | undefined {
  switch (toolsetLimit) {
    case 'filtered':
    case 'refused':
      return undefined;
    case 'tool':
    case 'toolset':
      return paramNames(path).includes('name') ? undefined : 'its path does not name what its limit is about';
    case 'unaffected':
      return access === 'public' || access === 'authenticated' || access === 'tools:read'
        ? undefined
        : `"${access}" ends at the toolsets of a key, but its \`toolsetLimit\` says that nothing does`;
    default:
      return 'its `toolsetLimit` does not say what it is to keys that are limited to toolsets';
  }
}

function isAccess(access: unknown): boolean {
  if (access === 'public' || access === 'authenticated') return true;
  return roles.some((role) => (rolePermissions[role] as readonly unknown[]).includes(access));
}

function refusal(route: Route, problem: string): ConfigError {
  const place = `${route.method} ${route.path}`;
  return new ConfigError(
    'E_INVALID_OPTION',
    `The route ${route.id ?? '?'} (${place}) is refused: ${problem}.`,
    {
      context: { option: 'routes', route: route.id, place },
    },
  );
}
