import type { Caller } from '../core/caller.ts';
import type { Clock } from './clock.ts';
import type { Limits } from './limits.ts';
import type { Redactor } from './render/redactor.ts';

/** What a runtime was given or has by default, for whoever builds on it. */
export interface RuntimeHost {
  readonly clock: Clock;
  readonly randomId: () => string;
  /** Told of what no call can answer for. Never throws. */
  readonly onFault: (error: unknown) => void;
  /** Takes secrets out of what models and people are shown. */
  readonly redact: Redactor;
  readonly limits: Limits;
  /** Who calls when a request names nobody. */
  readonly defaultCaller: Caller;
}
