import { InvalidRequest } from './invalid-request.ts';
import type { Route } from './route.ts';

/** What a path leads to. */
export type RouteMatch =
  | { readonly kind: 'found'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  /** The path is known, but not with this method. */
  | { readonly kind: 'wrong-method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' };

/** Finds the route of a request. */
export interface Router {
  /**
   * `path` is as it came, still percent-encoded. HEAD finds what GET would.
   *
   * @throws ToolcribError `E_INVALID_REQUEST` if a parameter cannot be decoded, or holds what no name can.
   */
  match(method: string, path: string): RouteMatch;
}

type RouteEntry = { readonly route: Route; readonly names: readonly string[] };

/** A place in the tree of paths: one level per segment. */
class PathNode {
  readonly named = new Map<string, PathNode>();
  any: PathNode | undefined;
  readonly entries = new Map<string, RouteEntry>();
}

/**
 * A router over a table of routes. Segments are compared as they are written, case and all; a fixed segment goes before a
 * parameter. The time of a match grows with the length of the path, not with the number of routes.
 */
export function createRouter(routes: readonly Route[]): Router {
  const root = new PathNode();
  for (const route of routes) addRoute(root, route);

  return Object.freeze({
    match(method: string, path: string): RouteMatch {
      const values: string[] = [];
      const node = findNode(root, { path, values, start: 1 });
      if (node === undefined) return { kind: 'unknown' };
      const entry = node.entries.get(method === 'HEAD' ? 'GET' : method);
      if (entry === undefined) return { kind: 'wrong-method', allowed: allowedMethods(node) };
      return { kind: 'found', route: entry.route, params: readParams(entry.names, values) };
    },
  });
}

/** The names of the parameters of a path template, in order. */
export function paramNames(path: string): readonly string[] {
  return path
    .split('/')
    .filter(isParam)
    .map((segment) => segment.slice(1, -1));
}

function addRoute(root: PathNode, route: Route): void {
  let node = root;
  for (const segment of route.path.slice(1).split('/')) {
    if (isParam(segment)) {
      node.any ??= new PathNode();
      node = node.any;
    } else {
      const next = node.named.get(segment) ?? new PathNode();
      node.named.set(segment, next);
      node = next;
    }
  }
  node.entries.set(route.method, { route, names: paramNames(route.path) });
}

function isParam(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

type Search = { readonly path: string; readonly values: string[]; readonly start: number };

/** The node of the rest of a path. Goes back where a fixed segment leads nowhere, at most once per level of the table. */
function findNode(node: PathNode, { path, values, start }: Search): PathNode | undefined {
  const slash = path.indexOf('/', start);
  const end = slash === -1 ? path.length : slash;
  const segment = path.slice(start, end);
  for (const isFixed of [true, false]) {
    const next = isFixed ? node.named.get(segment) : node.any;
    if (next === undefined || (!isFixed && segment === '')) continue;
    if (!isFixed) values.push(segment);
    const found =
      slash === -1
        ? next.entries.size > 0
          ? next
          : undefined
        : findNode(next, { path, values, start: end + 1 });
    if (found !== undefined) return found;
    if (!isFixed) values.pop();
  }
  return undefined;
}

function allowedMethods(node: PathNode): readonly string[] {
  const methods = [...node.entries.keys()];
  if (node.entries.has('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].sort();
}

function readParams(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) params[name] = decodeSegment(values[index] ?? '', name);
  return params;
}

function decodeSegment(segment: string, name: string): string {
  let text = segment;
  if (segment.includes('%')) {
    try {
      text = decodeURIComponent(segment);
    } catch {
      throw badSegment(name, 'is not percent-encoded UTF-8');
    }
  }
  if (text === '.' || text === '..') throw badSegment(name, 'is no name');
  if (hasControl(text)) throw badSegment(name, 'holds a control character');
  return text;
}

function badSegment(name: string, message: string): InvalidRequest {
  return new InvalidRequest(`The path cannot be read: {${name}} ${message}.`, [{ path: [name], message }]);
}

/** Whether a text holds a control character, which no name does and some databases refuse. */
export function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
