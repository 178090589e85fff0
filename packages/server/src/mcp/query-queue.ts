/** So many queries run at once in a process. */
const MAX_RUNNING = 4;

/**
 * Queries wait here for their turn: one that reads JSON has all of a document in memory. Principals take turns.
 *
 * INVARIANT: a principal has at most one query that runs.
 */
export class QueryQueue {
  readonly #running = new Set<string>();
  /** The principal whose turn it is comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  async run<Value>(principalId: string, query: () => Promise<Value>): Promise<Value> {
    const turn = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(principalId);
    if (waiting === undefined) this.#waiting.set(principalId, [turn.resolve]);
    else waiting.push(turn.resolve);
    this.#startNext();
    await turn.promise;
    try {
      return await query();
    } finally {
      this.#running.delete(principalId);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const [principalId, waiting] of this.#waiting) {
      if (this.#running.size >= MAX_RUNNING) return;
      if (this.#running.has(principalId)) continue;
      const [start, ...others] = waiting;
      this.#waiting.delete(principalId);
      if (others.length > 0) this.#waiting.set(principalId, others);
      this.#running.add(principalId);
      start?.();
    }
  }
}
