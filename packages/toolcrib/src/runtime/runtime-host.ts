import type { Caller } from '../core/caller.ts';
import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';

/** What a runtime was given or has by default, for whoever builds on it. */
export interface RuntimeHost {
  readonly clock: Clock;
  readonly randomId: () => string;
  /** Told of what no call can answer for. Never throws. */
  readonly onFault: (error: unknown) => void;
  readonly limits: Limits;
  /** Who calls when a request names nobody. */
  readonly defaultCaller: Caller;
}
