import { ToolcribError } from 'toolcrib';
import { ALL_TENANTS } from '../auth/grant.ts';
import type { Principal } from '../auth/principal.ts';
import type { Service } from '../service/service.ts';
import { AccessCheck } from './access-check.ts';
import { auditDenial, auditDone, isDenial } from './audit-request.ts';
import { checkSchema } from './check-schema.ts';
import { identify } from './identify.ts';
import { InvalidRequest } from './invalid-request.ts';
import type { FindActor } from './known-actors.ts';
import type { CheckedTarget, KnownTarget } from './known-targets.ts';
import { type BodyTurn, LARGE_BYTES, type LargeBodies } from './large-bodies.ts';
import { limitBody, readJson } from './read-body.ts';
import { readQuery } from './read-query.ts';
import type { Route, RouteContext } from './route.ts';
import { toResponse } from './to-response.ts';
import type { Visit } from './visit.ts';

/** What a request is performed with. */
export interface PerformOptions {
  readonly service: Service;
  readonly findActor: FindActor;
  readonly largeBodies: LargeBodies;
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal;
  /** Told when path and query are what the route wants, of somebody who may use it. */
  readonly onChecked: () => void;
}

/** Does what a request asks for, once its route is known. */
export async function performRequest(
  visit: Visit,
  target: KnownTarget,
  options: PerformOptions,
): Promise<Response> {
  const { service } = options;
  const { route } = target;
  let turn: BodyTurn | undefined;
  let release: (() => void) | undefined;
  try {
    if (route.access !== 'public') await identify(visit, route, options);
    if (visit.principal !== undefined) release = service.limiter.acquire('requests', visit.principal);
    const access = new AccessCheck(service, visit);
    if (isLarge(visit, route, options)) {
      turn = await options.largeBodies.enter(visit.principal?.id ?? '', options.signal);
    }
    const context = await buildContext(visit, target, { ...options, turn, access });
    if (access.isLate) await access.confirm();
    const isAudited = route.isAudited ?? route.method !== 'GET';
    // What could not be written down is not done.
    if (isAudited) service.audit.assertWritable(visit.params.tenant ?? ALL_TENANTS);
    const answer = await route.handle(context);
    const response = answer instanceof Response ? answer : toResponse(answer, visit.request);
    const audited = answer instanceof Response ? undefined : answer.audited;
    if (isAudited && response.status < 400) await auditDone(visit, context, { response, audited });
    if (access.isLate) await access.confirm();
    return access.guard(response);
  } catch (error) {
    if (isDenial(error) && visit.principal !== undefined) await auditDenial(service, visit, error);
    throw error;
  } finally {
    turn?.end();
    release?.();
  }
}

/** Whether a body may be large: one of unknown length may. What is not timed is no work but waiting, which takes no turn. */
function isLarge({ request }: Visit, route: Route, { maxBodyBytes }: PerformOptions): boolean {
  const maxBytes = route.maxBodyBytes ?? maxBodyBytes;
  if (route.body === undefined || route.isTimed === false || maxBytes <= LARGE_BYTES) return false;
  const declared = request.headers.get('content-length');
  // One that is too large is refused at once.
  return declared === null || (Number(declared) > LARGE_BYTES && Number(declared) <= maxBytes);
}

interface BodyOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly turn: BodyTurn | undefined;
}

async function buildContext(
  visit: Visit,
  target: KnownTarget,
  options: PerformOptions & { readonly turn: BodyTurn | undefined; readonly access: AccessCheck },
): Promise<RouteContext> {
  const { service, signal } = options;
  const { route } = target;
  const maxBytes = route.maxBodyBytes ?? options.maxBodyBytes;
  const { requestId, principal, actor } = visit;
  if (target.checked === undefined) {
    target.checked = checkTarget(target);
    options.onChecked();
  }
  const { params, query } = target.checked;
  const hasBody = route.method !== 'GET';
  const isRaw = hasBody && route.body === undefined;
  const context = {
    service,
    request: isRaw ? limitBody(visit.request, maxBytes) : visit.request,
    requestId,
    signal,
    params,
    query,
    body:
      route.body === undefined
        ? undefined
        : await readBody(visit, route.body, {
            maxBytes,
            turn: options.turn,
            // The body of a request without a time limit ends with its connection.
            signal: route.isTimed === false ? undefined : signal,
          }),
    principal,
    confirmAccess: () => options.access.confirm(),
    onDenied: (error: ToolcribError) => void auditDenial(service, visit, error),
  };
  return actor === undefined ? withoutActor(context, route) : { ...context, actor };
}

async function readBody(
  { request }: Visit,
  schema: NonNullable<Route['body']>,
  { signal, turn, maxBytes }: BodyOptions,
): Promise<unknown> {
  const until = turn && signal ? AbortSignal.any([signal, turn.signal]) : signal;
  const value = await readJson(request, maxBytes, until);
  turn?.hasRead();
  // To read a large one has taken a while, and so will what is done with it.
  if (turn !== undefined) await new Promise((resolve) => setTimeout(resolve, 0));
  return checkSchema(schema, value, 'body');
}

function withoutActor(context: Omit<RouteContext, 'actor'>, route: Route): RouteContext {
  return {
    ...context,
    get actor(): never {
      throw noActor(route, context.principal);
    },
  };
}

function noActor(route: Route, principal: Principal | undefined): Error {
  if (principal === undefined) return new TypeError(`The route ${route.id} is public: it has no actor.`);
  return new ToolcribError('E_FORBIDDEN', 'You hold nothing here.');
}

function checkTarget({ route, params, query }: KnownTarget): CheckedTarget {
  return {
    params: route.params === undefined ? params : checkSchema(route.params, params, 'path'),
    query: checkQuery(query, route),
  };
}

function checkQuery(text: string, route: Route): unknown {
  if (route.query !== undefined) return checkSchema(route.query, readQuery(text), 'query');
  if (text !== '' && route.access !== 'public') throw new InvalidRequest('This path takes no query.');
  return undefined;
}
