import type { ShellCommand } from './shell-commands.ts';

/** A request of the HTTP API that a page names. */
export interface NamedRequest {
  readonly place: string;
  /** Undefined if the page does not say. */
  readonly method: string | undefined;
  /** With names in the place of parameters, and without the query. */
  readonly path: string;
  /** The names in the query. */
  readonly query: readonly string[];
}

const address =
  /(?:(?<method>GET|POST|PUT|DELETE) )?(?:https?:\/\/(?:localhost|127\.0\.0\.1|tools\.example)[\w.:-]*|\$TOOLCRIB_URL|(?<=[\s`"'(]))(?<path>\/(?:v1|mcp|healthz|readyz|metrics|openapi\.json|docs)(?:\/[\w$.-]+)*)(?:\?(?<query>[\w=&+.$-]+))?/g;

/** Every address of the API in a text, wherever it is. */
export function findRequests(file: string, text: string): NamedRequest[] {
  return [...text.matchAll(address)].map(({ groups = {}, index }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length}`,
    method: groups.method,
    path: groups.path ?? '',
    query: [...new URLSearchParams(groups.query).keys()],
  }));
}

/** The request that a `curl` makes; none for other commands, and for other addresses. */
export function toCurlRequest({ place, words }: ShellCommand): NamedRequest[] {
  const [program, ...args] = words;
  if (program !== 'curl') return [];
  const hasBody = args.some((word) => ['--json', '-d', '--data', '--data-binary'].includes(word));
  const at = args.indexOf('-X');
  const method = at === -1 ? (hasBody ? 'POST' : 'GET') : args[at + 1];
  return args
    .filter((word) => /^(?:\$TOOLCRIB_URL|http)/.test(word))
    .flatMap((word) => findRequests('', word).map((request) => ({ ...request, place, method })));
}
