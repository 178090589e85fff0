import { ToolcribError } from 'toolcrib';
import type { Service } from '../service/service.ts';
import { bytesResponse } from './bytes-response.ts';
import { toProblem } from './problem.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { Visit } from './visit.ts';

/** What is told of a request that failed. */
interface Listeners {
  readonly service: Service;
  readonly refusals: RefusalLog;
}

/** The answer to a request that failed, and what the log and the metrics are told of it. */
export function refuse({ service, refusals }: Listeners, visit: Visit, error: unknown): Response {
  const { requestId, request } = visit;
  // What fails because the client has gone is nobody's fault, and nobody reads the answer.
  if (isAbort(error) && request.signal.aborted) return new Response(null, { status: 499 });
  const problem = toProblem(error, requestId);
  if (problem.status >= 500) {
    service.log.error('a request failed', error, { requestId, route: visit.route?.id });
  } else if (problem.status === 401 || problem.status === 403 || problem.status === 429) {
    service.metrics.countDenied(problem.code);
    if (problem.code === 'E_UNAUTHENTICATED') refusals.tell(visit, error);
    if (problem.code === 'E_FORBIDDEN') refusals.tellOfNoGrant(visit);
  }
  const headers = new Headers({ 'content-type': 'application/problem+json' });
  if (problem.status === 401) headers.set('www-authenticate', 'Bearer realm="toolcrib"');
  // What was done already, or may have been, must not be repeated by a client that follows this header.
  const isRetryable = problem.retryable && (problem.status === 429 || problem.status === 503);
  if (isRetryable) headers.set('retry-after', retryAfter(error));
  if (problem.code === 'E_METHOD_NOT_ALLOWED') headers.set('allow', allowed(error));
  return bytesResponse(JSON.stringify(problem), { status: problem.status, headers });
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** In whole seconds, at least one. */
function retryAfter(error: unknown): string {
  const { retryAfterMs } = error instanceof ToolcribError ? error.context : {};
  const seconds = typeof retryAfterMs === 'number' ? Math.ceil(retryAfterMs / 1_000) : 1;
  return String(Math.max(1, seconds));
}

function allowed(error: unknown): string {
  const { allow } = error instanceof ToolcribError ? error.context : {};
  return Array.isArray(allow) ? allow.join(', ') : '';
}
