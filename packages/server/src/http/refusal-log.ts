import { ALL_TENANTS } from '../auth/grant.ts';
import { TokenBucket } from '../auth/token-bucket.ts';
import { type RefusalFacts, refusalOf } from '../auth/unauthenticated.ts';
import type { Service } from '../service/service.ts';
import type { Visit } from './visit.ts';

/** So many refusals of one kind are logged at once, and as many again over a minute. */
const PER_MINUTE = 10;

/** The id of a principal by token; no issuer has a fragment. */
const TOKEN_ID = /^token:([^#]*)#(.*)$/s;

/** Refusals of one kind. */
interface Kind {
  readonly bucket: TokenBucket;
  notLogged: number;
}

/**
 * Tells the log of the operator why keys and tokens were refused, which callers are not told. Requests without a right key
 * cannot fill it: of each reason and configured issuer only some are logged, with the number of those that were not.
 */
export class RefusalLog {
  readonly #service: Pick<Service, 'log' | 'clock'>;
  /** There are as many as reasons and configured issuers: no text of a client is part of a name. */
  readonly #kinds = new Map<string, Kind>();

  constructor(service: Pick<Service, 'log' | 'clock'>) {
    this.#service = service;
  }

  /** Logs why a request was refused, if a key or a token was the reason. */
  tell(visit: Visit, error: unknown): void {
    const facts = refusalOf(error);
    if (facts !== undefined) this.#log('a key or token was refused', visit, facts);
  }

  /** Logs that a token which holds something was used where it holds nothing. Of one that holds nothing, the log has a line. */
  tellOfNoGrant(visit: Visit): void {
    const { principal, params } = visit;
    if (principal?.kind !== 'token' || principal.grants.length === 0) return;
    const tenant = params.tenant ?? ALL_TENANTS;
    if (principal.grants.some((grant) => grant.tenant === ALL_TENANTS || grant.tenant === tenant)) return;
    const [, issuer, subject] = TOKEN_ID.exec(principal.id) ?? [];
    this.#log('a token has no grant in a tenant', visit, {
      reason: 'no grant in the tenant',
      ...(issuer !== undefined && { issuer }),
      subject,
      detail: `Its claim has no grant in "${tenant.slice(0, 64)}" that tenants and maxRoles of its issuer allow.`,
    });
  }

  #log(message: string, { requestId, route, info }: Visit, facts: RefusalFacts): void {
    const { log, clock } = this.#service;
    const now = clock.elapsed();
    const name = `${facts.reason} ${facts.issuer ?? ''}`;
    const kind = this.#kinds.get(name) ?? { bucket: new TokenBucket(PER_MINUTE, now), notLogged: 0 };
    this.#kinds.set(name, kind);
    if (kind.bucket.take(now) > 0) {
      kind.notLogged += 1;
      return;
    }
    const { notLogged } = kind;
    kind.notLogged = 0;
    log.warn(message, {
      ...facts,
      ...{ requestId, route: route?.id, remoteAddress: info.remoteAddress },
      ...(notLogged > 0 && { notLogged }),
    });
  }
}
