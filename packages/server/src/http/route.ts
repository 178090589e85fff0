import type { ToolcribError } from 'toolcrib';
import type { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import type { Principal } from '../auth/principal.ts';
import type { Permission } from '../auth/role.ts';
import type { Service } from '../service/service.ts';

/**
 * Who may use a route: anybody, whoever is authenticated, or who holds a permission in the tenant that the path names
 * (`{tenant}`), and for paths without one, for all tenants. Permissions that concern the service are held for all tenants,
 * whatever the path names.
 */
export type RouteAccess = 'public' | 'authenticated' | Permission;

/**
 * What a route is to a key whose permission ends at toolsets:
 *
 * - `filtered`: the handler answers, and changes, only what is in those toolsets.
 * - `tool`, `toolset`: the same, and one that isn't in them but has the `{name}` of the path is answered like one that
 *   doesn't exist, before the handler.
 * - `refused`: it concerns the whole tenant, or the service, and isn't for such a key.
 * - `unaffected`: it tells nothing of tools, calls and the keys of others.
 */
export type ToolsetLimit = 'filtered' | 'tool' | 'toolset' | 'refused' | 'unaffected';

type Schema = z.ZodType;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler is given. Everything in it was validated. */
export interface RouteContext<Params = unknown, Query = unknown, Body = unknown> {
  readonly service: Service;
  /**
   * Its path and query were parsed already. Without a `body` schema its body is still to be read, by whoever handles it;
   * reading more than the route accepts fails with `E_BODY_TOO_LARGE`.
   */
  readonly request: Request;
  /** For logs, answers and the audit log. */
  readonly requestId: string;
  /** Aborted when the client has gone, or the time is up. */
  readonly signal: AbortSignal;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Undefined on public routes only; handlers of others use {@link RouteContext.actor}. */
  readonly principal: Principal | undefined;
  /**
   * Looks again whether whoever asked may still have the answer; every piece of a stream, and an answer that took its time,
   * is looked at so before it is sent. @throws ToolcribError `E_UNAUTHENTICATED`, `E_FORBIDDEN`, `E_TENANT_NOT_FOUND`;
   * `E_STORE_…` or `E_ISSUER_UNAVAILABLE` if that cannot be found out.
   */
  readonly confirmAccess: () => Promise<void>;
  /** Writes a denial to the audit log that the handler doesn't throw. Never throws. */
  readonly onDenied: (error: ToolcribError) => void;
  /** Who asks, in the tenant of the path or in `*`. @throws on a public route. */
  readonly actor: Actor;
}

/** What the audit log is told of an answer, beside who asked for what. */
export interface AuditedAnswer {
  /** What it is about, where that is known only now, such as the id of what was made. */
  readonly subject?: string | undefined;
  /** Small, and no secrets. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** Other tenants that it concerns: their logs are told too. */
  readonly tenants?: readonly string[] | undefined;
}

/** What a handler answers. */
export interface RouteAnswer {
  /** @default 200, or 204 without a body */
  readonly status?: number;
  /** Plain JSON; or text, bytes or a stream of bytes, with their `content-type` in the headers. */
  readonly body?: unknown;
  /** Names in lower case. What has a `content-encoding` is sent as it is. */
  readonly headers?: Readonly<Record<string, string>>;
  /** @default nothing else */
  readonly audited?: AuditedAnswer | undefined;
  /** Without quotes. A request that has it already (`If-None-Match`) is answered with 304. */
  readonly etag?: string;
}

/** One way into the service. */
export interface RouteOptions<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces, each a whole segment: `/v1/tenants/{tenant}/tools/{name}`. */
  readonly path: string;
  /** The operation id, unique, such as `getTool`. Names the route in the audit log and in metrics. */
  readonly id: string;
  readonly access: RouteAccess;
  readonly toolsetLimit: ToolsetLimit;
  /** The resource, for the reference page. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The schema of the JSON answer by status; `null` for none, a media type for anything else. */
  readonly answers: Readonly<Record<number, Schema | null | string>>;
  /** In bytes. @default what the service was given */
  readonly maxBodyBytes?: number;
  /** Whether the audit log tells that it was done. @default true for everything but GET */
  readonly isAudited?: boolean;
  /** What the audit log names as the subject. @default the last parameter of the path */
  readonly subject?: (context: RouteContext<OutputOf<P>, OutputOf<Q>, OutputOf<B>>) => string | undefined;
  /**
   * Whether it answers under any name in `Host`, such as the address of a pod. A web page can read its answers by DNS
   * rebinding, so it tells nothing without a credential that a page could not know anyway. @default false
   */
  readonly answersAnyHost?: boolean;
  /**
   * Whether it also answers about a tenant that was removed, to those who hold the permission for all tenants.
   * @default false
   */
  readonly answersForRemoved?: boolean;
  /** Whether the time limit of requests holds; not for streams. @default true */
  readonly isTimed?: boolean;
  /** A `Response` is passed on as it is, with the headers that all answers have. */
  handle(
    context: RouteContext<OutputOf<P>, OutputOf<Q>, OutputOf<B>>,
  ): Promise<RouteAnswer | Response> | RouteAnswer | Response;
}

/** A route, whatever its types. */
export interface Route extends Omit<RouteOptions, 'params' | 'query' | 'body' | 'subject' | 'handle'> {
  readonly params?: Schema | undefined;
  readonly query?: Schema | undefined;
  readonly body?: Schema | undefined;
  readonly subject?: ((context: RouteContext) => string | undefined) | undefined;
  readonly handle: (context: RouteContext) => Promise<RouteAnswer | Response> | RouteAnswer | Response;
}

/**
 * Keeps the types of a route together. A route without `access` or `toolsetLimit` does not compile, and a table with one
 * does not start.
 */
export function defineRoute<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(options: RouteOptions<P, Q, B>): Route {
  // The handler gets what its own schemas made; that is what the table loses.
  return Object.freeze(options) as unknown as Route;
}
