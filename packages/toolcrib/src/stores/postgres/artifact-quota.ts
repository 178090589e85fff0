import { type ArtifactValue, askRows } from './artifact-rows.ts';
import { removeOldest, removeUnfinished, sumBytes } from './artifact-statements.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** No process writes on an artifact any more that it began so long ago. */
const LEFTOVER_MS = 3_600_000;
/** How many artifacts one statement removes. */
const STEP = 100;

/** How much may be kept. */
export interface ArtifactQuotaOptions {
  /** How many bytes all artifacts may have. */
  readonly maxBytes: number;
}

/**
 * Keeps artifacts within a number of bytes. They are only counted after a tenth of that was put by this process, because
 * counting takes the longer the more there are; so each process can go a tenth beyond it.
 */
export class ArtifactQuota {
  readonly #pool: PostgresPool;
  readonly #maxBytes: number;
  /** How many bytes may be put before artifacts are counted again. */
  #left = 0;

  constructor(pool: PostgresPool, { maxBytes }: ArtifactQuotaOptions) {
    this.#pool = pool;
    this.#maxBytes = maxBytes;
  }

  /** To be called before an artifact is finished. Removes the oldest ones if need be, until a tenth of the space is free. */
  async take(byteLength: number, now: number): Promise<void> {
    this.#left -= byteLength;
    if (this.#left >= 0) return;
    // Others that put meanwhile do not wait.
    this.#left = this.#maxBytes / 10;
    await this.#ask(removeUnfinished, [now - LEFTOVER_MS]);
    let total = byteLength + sumOf((await this.#ask(sumBytes, [])).rows);
    const isFull = total > this.#maxBytes;
    while (isFull && total > this.#maxBytes * 0.9) {
      const { rows } = await this.#ask(removeOldest, [STEP]);
      if (rows.length === 0) break;
      total -= sumOf(rows);
    }
    this.#left = Math.min(this.#left, Math.max(0, this.#maxBytes - total));
  }

  #ask(statement: string, values: readonly ArtifactValue[]) {
    return askRows(this.#pool, statement, values);
  }
}

function sumOf(rows: readonly Readonly<Record<string, unknown>>[]): number {
  return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
}
