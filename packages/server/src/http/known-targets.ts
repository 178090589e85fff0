import { RecentMap } from '../auth/recent-map.ts';
import type { Route } from './route.ts';

/** Where a request goes, as read from its path and query. */
export interface KnownTarget {
  readonly route: Route;
  /** The parameters of the path, as they were sent. */
  readonly params: Readonly<Record<string, string>>;
  /** As it came, without its question mark. */
  readonly query: string;
  /** What the schemas of the route have made of both; undefined until they have. */
  checked: CheckedTarget | undefined;
}

/** What a handler is given. */
export interface CheckedTarget {
  readonly params: unknown;
  readonly query: unknown;
}

const MAX_REMEMBERED = 1_000;
const MAX_TARGET_CHARS = 256;

/** Targets that were found right. Agents ask for the same ones all day, and to read and check a path costs more than to find it. */
export class KnownTargets {
  readonly #targets = new RecentMap<string, KnownTarget>(MAX_REMEMBERED);

  find(method: string, target: string): KnownTarget | undefined {
    return target.length <= MAX_TARGET_CHARS ? this.#targets.get(`${method} ${target}`) : undefined;
  }

  /** To be called for those who may use the route only, so that nobody else pushes others out. */
  remember(method: string, target: string, known: KnownTarget): void {
    if (target.length <= MAX_TARGET_CHARS) this.#targets.set(`${method} ${target}`, known);
  }
}
