import type { Service } from '../service/service.ts';
import { isBytesResponse } from './bytes-response.ts';
import { isDirectRequest } from './direct-request.ts';
import type { Visit } from './visit.ts';

const EXPOSED_HEADERS =
  'etag, location, retry-after, x-request-id, www-authenticate, mcp-session-id, mcp-protocol-version';

/** Puts on a response what all have, and tells the metrics and the log. */
export function finish(service: Service, visit: Visit, response: Response): Response {
  const { request, route, requestId } = visit;
  setCommonHeaders(visit, response.headers);
  const durationMs = service.clock.elapsed() - visit.startedAt;
  const { status } = response;
  service.metrics.countRequest({ route: route?.id ?? 'none', status, durationMs });
  if (route?.access !== 'public' || status >= 400) {
    service.log.info('request', {
      requestId,
      route: route?.id,
      method: request.method.slice(0, 16),
      status,
      durationMs: Math.round(durationMs * 1_000) / 1_000,
      principal: visit.principal?.id,
      tenant: visit.actor?.tenant,
      remoteAddress: visit.info.remoteAddress,
    });
  }
  if (request.method === 'HEAD') return withoutBody(response);
  // Other servers than ours want a real one.
  return isBytesResponse(response) && !isDirectRequest(request) ? response.toReal() : response;
}

function setCommonHeaders({ requestId, origin, isOpenToWeb }: Visit, headers: Headers): void {
  headers.set('x-request-id', requestId);
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (!headers.has('content-security-policy')) {
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  }
  if (isOpenToWeb) headers.append('vary', 'origin');
  if (origin === undefined) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', EXPOSED_HEADERS);
}

function withoutBody(response: Response): Response {
  if (!isBytesResponse(response)) response.body?.cancel().catch(() => undefined);
  return new Response(null, { status: response.status, headers: [...response.headers] });
}
