import { ToolcribError } from 'toolcrib';
import type { Service } from '../service/service.ts';
import { assertRoutes } from './assert-routes.ts';
import { finish } from './finish.ts';
import type { Handler, RequestInfo } from './handler.ts';
import { createHostCheck, type HostCheck } from './host-check.ts';
import { createKnownActors, type FindActor } from './known-actors.ts';
import { type KnownTarget, KnownTargets } from './known-targets.ts';
import { createLargeBodies, type LargeBodies } from './large-bodies.ts';
import { performRequest } from './perform-request.ts';
import { RefusalLog } from './refusal-log.ts';
import { refuse } from './refuse.ts';
import type { Route } from './route.ts';
import { createRouter, type Router } from './router.ts';
import { runTimed } from './run-timed.ts';
import { splitTarget, splitUrl } from './split-target.ts';
import type { Visit } from './visit.ts';

/** What a handler is made of. */
export interface HandlerOptions {
  readonly routes: readonly Route[];
  readonly service: Service;
  /** See `ServiceOptions.hosts`. @default none but loopback */
  readonly hosts?: readonly string[] | undefined;
  /** See `ServiceOptions.origins`. @default none */
  readonly origins?: readonly string[] | undefined;
  /** @default 1_048_576 */
  readonly maxBodyBytes?: number | undefined;
  /** @default 60_000 */
  readonly requestTimeoutMs?: number | undefined;
}

type Parts = {
  readonly service: Service;
  readonly router: Router;
  readonly knownTargets: KnownTargets;
  readonly hostCheck: HostCheck;
  /** See `Route.answersAnyHost`. */
  readonly anyHostPaths: ReadonlySet<string>;
  readonly findActor: FindActor;
  readonly refusals: RefusalLog;
  readonly largeBodies: LargeBodies;
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
};

/**
 * The service as a function of requests. Each goes the same way: Host and Origin, route, who asks, limits, permission,
 * body, schemas, handler, audit.
 *
 * @throws ConfigError `E_INVALID_OPTION` for a table of routes that leaves something open.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { routes, service, hosts = [], origins = [] } = options;
  assertRoutes(routes);
  const parts: Parts = {
    service,
    router: createRouter(routes),
    knownTargets: new KnownTargets(),
    hostCheck: createHostCheck({ hosts, origins }),
    anyHostPaths: new Set(routes.filter((route) => route.answersAnyHost).map(({ path }) => path)),
    findActor: createKnownActors(),
    refusals: new RefusalLog(service),
    largeBodies: createLargeBodies({ clock: service.clock }),
    maxBodyBytes: options.maxBodyBytes ?? 1_048_576,
    requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
  };
  return (request, info = {}) => handleRequest(parts, request, info);
}

async function handleRequest(parts: Parts, request: Request, info: RequestInfo): Promise<Response> {
  const { service } = parts;
  const visit: Visit = {
    request,
    info,
    requestId: service.randomId(),
    startedAt: service.clock.elapsed(),
    isOpenToWeb: parts.hostCheck.isOpenToWeb,
    origin: undefined,
    route: undefined,
    params: {},
    principal: undefined,
    actor: undefined,
  };
  let response: Response;
  try {
    response = await serve(parts, visit);
  } catch (error) {
    response = refuse(parts, visit, await findReason(parts.service, visit, error));
  }
  return finish(service, visit, response);
}

/** A tenant that is removed is closed, also under the requests that use it: they fail because it is no longer there. */
async function findReason({ tenants }: Service, { params }: Visit, error: unknown): Promise<unknown> {
  const isClosed = error instanceof ToolcribError && error.code === 'E_CATALOG_CLOSED';
  if (!isClosed || params.tenant === undefined) return error;
  const reason: unknown = await tenants.confirm(params.tenant).catch((refusal: unknown) => refusal);
  return reason instanceof ToolcribError && reason.code === 'E_TENANT_NOT_FOUND' ? reason : error;
}

async function serve(parts: Parts, visit: Visit): Promise<Response> {
  const { service, findActor, largeBodies, maxBodyBytes } = parts;
  const { request, info } = visit;
  const { method } = request;
  // A request with a principal comes from this process: there is no browser in between.
  if (info.principal === undefined) visit.origin = checkPlace(parts, visit);
  const { path, query } = info.target === undefined ? splitUrl(request.url) : splitTarget(info.target);
  const address = query === '' ? path : `${path}?${query}`;
  const known = parts.knownTargets.find(method, address);
  const target = known ?? findTarget(parts.router, { method, path, query });
  if ('allowed' in target) return optionsResponse(visit, target.allowed);
  const { route } = target;
  visit.route = route;
  visit.params = target.params;
  const perform = (signal: AbortSignal): Promise<Response> =>
    performRequest(visit, target, {
      ...{ service, findActor, largeBodies, maxBodyBytes, signal },
      onChecked: () => {
        if (known === undefined && route.access !== 'public')
          parts.knownTargets.remember(method, address, target);
      },
    });
  if (route.isTimed === false) return await perform(request.signal);
  return await runTimed(perform, {
    clock: service.clock,
    timeoutMs: parts.requestTimeoutMs,
    signal: request.signal,
    onLateFailure: (error) => {
      service.log.error('a request failed after its time', error, {
        requestId: visit.requestId,
        route: route.id,
      });
    },
  });
}

/** The web origin that may read the answer. @throws ToolcribError `E_HOST_REFUSED`. */
function checkPlace({ hostCheck, anyHostPaths }: Parts, { request, info }: Visit): string | undefined {
  const isAnyHost = anyHostPaths.has(info.target?.split('?', 1)[0] ?? splitUrl(request.url).path);
  return isAnyHost ? hostCheck.checkOrigin(request) : hostCheck.check(request, info.localPort);
}

type Address = { readonly method: string; readonly path: string; readonly query: string };

/** Where a request goes; or only the methods of its path, for who asks for them. */
function findTarget(
  router: Router,
  { method, path, query }: Address,
): KnownTarget | { readonly allowed: readonly string[] } {
  const match = router.match(method, path);
  switch (match.kind) {
    case 'found':
      return { route: match.route, params: match.params, query, checked: undefined };
    case 'unknown':
      throw new ToolcribError(
        'E_ROUTE_NOT_FOUND',
        'There is nothing at this path. See /docs for what there is.',
      );
    case 'wrong-method': {
      const { allowed } = match;
      if (method === 'OPTIONS') return { allowed };
      throw new ToolcribError('E_METHOD_NOT_ALLOWED', `This path takes ${allowed.join(', ')}.`, {
        context: { allow: allowed },
      });
    }
  }
}

function optionsResponse({ origin }: Visit, allowed: readonly string[]): Response {
  const allow = allowed.join(', ');
  const headers = new Headers({ allow });
  if (origin !== undefined) {
    headers.set('access-control-allow-methods', allow);
    // The star does not stand for Authorization.
    headers.set('access-control-allow-headers', '*, authorization');
    headers.set('access-control-max-age', '600');
  }
  return new Response(null, { status: 204, headers });
}
