/** Those who want to be woken. The same function may be added more than once, and is then called as often. */
export class Watchers {
  readonly #watchers = new Set<{ readonly wake: () => void }>();

  get size(): number {
    return this.#watchers.size;
  }

  /** Answers a function that removes it again; only its first call counts. */
  add(wake: () => void): () => void {
    const watcher = { wake };
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  /** Calls all who are there now, unless another one removes them meanwhile. */
  wakeAll(): void {
    for (const watcher of [...this.#watchers]) {
      if (!this.#watchers.has(watcher)) continue;
      try {
        watcher.wake();
      } catch {
        // To be woken is no request that could be answered, and the others are woken all the same.
      }
    }
  }
}
