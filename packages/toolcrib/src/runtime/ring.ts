/** Keeps the last so many items; each new one pushes out the oldest once it is full. */
export class Ring<Item> {
  readonly #capacity: number;
  /** Once it is full, the oldest item is at `#oldest` and the newest just before it. */
  #items: Item[] = [];
  #oldest = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Adds an item, and gives the one that had to go. */
  push(item: Item): Item | undefined {
    if (this.#items.length < this.#capacity) {
      this.#items.push(item);
      return undefined;
    }
    const dropped = this.#items[this.#oldest];
    this.#items[this.#oldest] = item;
    this.#oldest = (this.#oldest + 1) % this.#capacity;
    return dropped;
  }

  /** Takes out what is wanted, and gives it back, oldest first. The rest keeps its order. */
  removeAll(isWanted: (item: Item) => boolean): Item[] {
    const all = [...this.#items.slice(this.#oldest), ...this.#items.slice(0, this.#oldest)];
    this.#items = all.filter((item) => !isWanted(item));
    this.#oldest = 0;
    return all.filter(isWanted);
  }
}
