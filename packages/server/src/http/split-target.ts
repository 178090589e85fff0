import { InvalidRequest } from './invalid-request.ts';

const MAX_TARGET_CHARS = 16_384;

/** The path of a request and its query, both still percent-encoded. */
export type Target = { readonly path: string; readonly query: string };

/** Splits a whole URL. */
export function splitUrl(url: string): Target {
  return splitTarget(url.slice(Math.max(0, url.indexOf('/', url.indexOf('://') + 3))));
}

/**
 * Splits a request target, as it came. Nothing is normalised: what is not written as the table of routes has it leads
 * nowhere.
 *
 * @throws ToolcribError `E_INVALID_REQUEST` for what is no path: only proxies take others.
 */
export function splitTarget(target: string): Target {
  if (target.length > MAX_TARGET_CHARS) {
    throw new InvalidRequest(`The URL is longer than ${MAX_TARGET_CHARS} characters.`);
  }
  if (!target.startsWith('/')) throw new InvalidRequest('The target of the request is not a path.');
  const hash = target.indexOf('#');
  const end = hash === -1 ? target.length : hash;
  const mark = target.indexOf('?');
  if (mark === -1 || mark > end) return { path: target.slice(0, end), query: '' };
  return { path: target.slice(0, mark), query: target.slice(mark + 1, end) };
}
