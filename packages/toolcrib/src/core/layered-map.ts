/**
 * An ordered map whose copies share one base: copying costs as much as what was changed since, not as
 * much as what is in it. Order is that of insertion; a key that is set again keeps its place.
 *
 * INVARIANT: a base is never changed once it is shared.
 */
export class LayeredMap<Value> {
  #base: ReadonlyMap<string, Value>;
  /** Keys of the base that were changed; `undefined` marks a removed one. */
  #changed: ReadonlyMap<string, Value | undefined>;
  /** Keys that the base does not have, or that were removed from it and set again: they come last. */
  #added: ReadonlyMap<string, Value>;
  #size: number;

  /** Takes over the map that is given; whoever made it must not change it any more. */
  constructor(base: ReadonlyMap<string, Value> = EMPTY) {
    this.#base = base;
    this.#changed = EMPTY;
    this.#added = EMPTY;
    this.#size = base.size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const added = this.#added.get(key);
    if (added !== undefined) return added;
    return this.#changed.has(key) ? this.#changed.get(key) : this.#base.get(key);
  }

  set(key: string, value: Value & {}): void {
    if (this.get(key) === undefined) this.#size += 1;
    if (this.#isInBase(key)) this.#writableChanged().set(key, value);
    else this.#writableAdded().set(key, value);
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return;
    this.#size -= 1;
    if (this.#added.has(key)) this.#writableAdded().delete(key);
    else this.#writableChanged().set(key, undefined);
  }

  /** All values in order, in an array of its own. */
  values(): Value[] {
    if (this.#changed.size === 0) return [...this.#base.values(), ...this.#added.values()];
    const values: Value[] = [];
    for (const [key, value] of this.#base) {
      const current = this.#changed.has(key) ? this.#changed.get(key) : value;
      if (current !== undefined) values.push(current);
    }
    for (const value of this.#added.values()) values.push(value);
    return values;
  }

  /** An independent copy. */
  copy(): LayeredMap<Value> {
    const changes = this.#changed.size + this.#added.size;
    if (changes * REBASE_FACTOR > this.#base.size) this.#rebase();
    const copy = new LayeredMap(this.#base);
    copy.#changed = copyOf(this.#changed);
    copy.#added = copyOf(this.#added);
    copy.#size = this.#size;
    return copy;
  }

  /** Whether the key has a place in the base that it still holds. */
  #isInBase(key: string): boolean {
    const wasRemoved = this.#changed.has(key) && this.#changed.get(key) === undefined;
    return this.#base.has(key) && !wasRemoved;
  }

  /** Makes one new base of everything, so that this and later copies share it. */
  #rebase(): void {
    const base = new Map(this.#base);
    for (const [key, value] of this.#changed) {
      if (value === undefined) base.delete(key);
      else base.set(key, value);
    }
    for (const [key, value] of this.#added) base.set(key, value);
    this.#base = base;
    this.#changed = EMPTY;
    this.#added = EMPTY;
  }

  #writableChanged(): Map<string, Value | undefined> {
    const map = writable(this.#changed);
    this.#changed = map;
    return map;
  }

  #writableAdded(): Map<string, Value> {
    const map = writable(this.#added);
    this.#added = map;
    return map;
  }
}

/** A copy carries its changes along until they are a quarter of the base. */
const REBASE_FACTOR = 4;

/** Stands for every map that nothing was written to, so that an unchanged copy allocates none. */
const EMPTY: ReadonlyMap<string, never> = new Map([]);

function copyOf<Value>(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return map.size === 0 ? EMPTY : new Map(map);
}

/** Every map but EMPTY was made by this module and belongs to one owner. */
function writable<Value>(map: ReadonlyMap<string, Value>): Map<string, Value> {
  return map === EMPTY ? new Map() : (map as Map<string, Value>);
}
