import type { Grant } from './grant.ts';
import type { KeyLimits } from './key-limits.ts';

/** Somebody who was authenticated. Made by the service, never from what a request says of itself. */
export interface Principal {
  /** Unique in the service and stable: `key:<id>`, `token:<issuer>#<subject>`, or `operator` for whoever has the database. */
  readonly id: string;
  readonly kind: 'key' | 'token' | 'operator';
  /** For people. */
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly limits: KeyLimits;
}
