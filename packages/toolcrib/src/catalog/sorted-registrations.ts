import type { ToolRegistration } from './tool-registration.ts';

/** Up to so many changes each find their place; for more it is quicker to sort again. */
const MAX_INSERTIONS = 32;

/** Registrations by name. They are put in order when somebody asks for the order, not at every change. */
export class SortedRegistrations {
  #byName = new Map<string, ToolRegistration>();
  /** By name in code-unit order, as all was before those changed whose names are in `#changed`. */
  #sorted: ToolRegistration[] = [];
  readonly #changed = new Set<string>();

  /** Another one with the same registrations. */
  copy(): SortedRegistrations {
    const copy = new SortedRegistrations();
    copy.#byName = new Map(this.#byName);
    copy.#sorted = [...this.sorted()];
    return copy;
  }

  get(name: string): ToolRegistration | undefined {
    return this.#byName.get(name);
  }

  set(name: string, registration: ToolRegistration | undefined): void {
    if (registration === undefined) this.#byName.delete(name);
    else this.#byName.set(name, registration);
    this.#changed.add(name);
    // Names that come and go must not pile up where nobody asks for the order.
    if (this.#changed.size > MAX_INSERTIONS + this.#byName.size) this.sorted();
  }

  /** All of them by name in code-unit order; to be read before the next change. */
  sorted(): readonly ToolRegistration[] {
    if (this.#changed.size > MAX_INSERTIONS) this.#sortAgain();
    else for (const name of this.#changed) this.#insert(name);
    this.#changed.clear();
    return this.#sorted;
  }

  /** Where a name is in what `sorted()` gives, or would be. */
  indexOf(name: string): number {
    return findIndex(this.sorted(), name);
  }

  #insert(name: string): void {
    const index = findIndex(this.#sorted, name);
    const isThere = this.#sorted[index]?.spec.name === name;
    const registration = this.#byName.get(name);
    this.#sorted.splice(index, isThere ? 1 : 0, ...(registration === undefined ? [] : [registration]));
  }

  /** What has not changed stays in front and in order: to sort that once more takes little time. */
  #sortAgain(): void {
    const sorted = this.#sorted.filter(({ spec }) => !this.#changed.has(spec.name));
    for (const name of this.#changed) {
      const registration = this.#byName.get(name);
      if (registration !== undefined) sorted.push(registration);
    }
    // No two have the same name.
    this.#sorted = sorted.sort((left, right) => (left.spec.name < right.spec.name ? -1 : 1));
  }
}

function findIndex(sorted: readonly ToolRegistration[], name: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Below the length there is always one.
    if ((sorted[middle] as ToolRegistration).spec.name < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
