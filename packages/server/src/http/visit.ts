import type { Actor } from '../auth/actor.ts';
import type { Principal } from '../auth/principal.ts';
import type { RequestInfo } from './handler.ts';
import type { Route } from './route.ts';

/** One request on its way through the handler, and what is known of it by then. */
export interface Visit {
  readonly request: Request;
  readonly info: RequestInfo;
  readonly requestId: string;
  readonly startedAt: number;
  /** Whether answers depend on the origin. */
  readonly isOpenToWeb: boolean;
  /** A web origin that may read the answer. */
  origin: string | undefined;
  route: Route | undefined;
  params: Readonly<Record<string, string>>;
  principal: Principal | undefined;
  actor: Actor | undefined;
}
