/** A map that forgets what was not used for the longest time when it would get too large. */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #maxSize: number;
  /** The one that was used last, which has its place already. */
  #newest: Key | undefined;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined || key === this.#newest) return value;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    if (this.#entries.size <= this.#maxSize) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: Key): void {
    if (key === this.#newest) this.#newest = undefined;
    this.#entries.delete(key);
  }
}
