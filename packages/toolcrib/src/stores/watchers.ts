/** Called with the number of the last event, if that is known. */
export type Wake = (sequence?: number) => void;

/** Those who want to be woken. The same function may be added more than once, and is then called as often. */
export class Watchers {
  readonly #watchers = new Set<{ readonly wake: Wake }>();

  get size(): number {
    return this.#watchers.size;
  }

  /** Answers a function that removes it again; only its first call counts. */
  add(wake: Wake): () => void {
    const watcher = { wake };
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  /** Calls all who are there now, unless another one removes them meanwhile. */
  wakeAll(sequence?: number): void {
    for (const watcher of [...this.#watchers]) {
      if (!this.#watchers.has(watcher)) continue;
      try {
        watcher.wake(sequence);
      } catch {
        // To be woken is no request that could be answered, and the others are woken all the same.
      }
    }
  }
}
