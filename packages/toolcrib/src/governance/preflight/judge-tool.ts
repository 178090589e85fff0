import { doWithPauses, type Pause } from '../../catalog/pieces.ts';
import type { ToolLook } from './look-at-tool.ts';
import type { Permissions } from './permissions.ts';
import type { PreflightCheck } from './preflight-report.ts';
import { SimilarNames } from './similar-names.ts';

const MAX_SUGGESTIONS = 3;
/** The number of missing tools that get suggestions: each is compared with every name of the catalog. */
const MAX_COMPARED = 20;

/** Says of tools what a caller may know, and of other tools only what they may use. */
export class ToolJudge {
  readonly #permissions: Permissions;
  readonly #pause: Pause | undefined;
  readonly #usable: ReadonlySet<string>;
  readonly #similar: SimilarNames;
  #compared = 0;

  constructor(permissions: Permissions, usable: readonly string[], pause: Pause | undefined) {
    this.#permissions = permissions;
    this.#pause = pause;
    this.#usable = new Set(usable);
    this.#similar = new SimilarNames(usable);
  }

  async judge({ entry, isThere, verdict, replacement }: ToolLook): Promise<PreflightCheck> {
    const { name, version, digest } = entry;
    const locked = { name, ...(version !== undefined && { lockedVersion: version }), locked: digest };
    if (!isThere) {
      const didYouMean = await this.#suggest(name);
      return Object.freeze({ ...locked, ...verdict, ...(didYouMean.length > 0 && { didYouMean }) });
    }
    const { isAllowed, reason = 'The caller may not use it.' } = await this.#permissions.of(name);
    // Whatever else there is to say of it is none of their business.
    if (!isAllowed) return Object.freeze({ ...locked, status: 'denied', reason });
    const candidates = replacement !== undefined && this.#usable.has(replacement) ? [replacement] : [];
    const [instead] = await this.#permissions.firstAllowed(candidates, 1);
    return Object.freeze({ ...locked, ...verdict, ...(instead !== undefined && { replacement: instead }) });
  }

  async #suggest(name: string): Promise<readonly string[]> {
    if (this.#compared++ >= MAX_COMPARED) return [];
    const similar = await doWithPauses(this.#similar.find(name), this.#pause);
    return await this.#permissions.firstAllowed(similar, MAX_SUGGESTIONS);
  }
}
