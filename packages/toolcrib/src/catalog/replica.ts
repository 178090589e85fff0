import type { CatalogEvent } from './catalog-event.ts';
import type { TenantChanges, TenantState } from './catalog-store.ts';
import { isListed, type ListOptions } from './list-options.ts';
import type { ToolRegistration } from './tool-registration.ts';
import { currentOf, type ToolState, toRegistration } from './tool-state.ts';

/** Up to so many changes at once each find their place; for more it is quicker to sort again. */
const MAX_INSERTIONS = 32;
const NONE: readonly ToolRegistration[] = Object.freeze([]);

/**
 * All tools of a tenant in this process, at one moment of the feed: what every read is served from. It only moves
 * forward.
 */
export class Replica {
  readonly #states = new Map<string, ToolState>();
  /** Of the current versions, which are asked for all the time: one lookup, and no other object in between. */
  readonly #registrations = new Map<string, ToolRegistration>();
  /** Kept sorted by name in code-unit order. */
  #sorted: ToolRegistration[] = [];
  /** The plain list, which is asked for most, until the next change. */
  #available: readonly ToolRegistration[] | undefined;
  #sequence: number;

  constructor({ sequence, tools }: TenantState) {
    this.#sequence = sequence;
    for (const [name, state] of tools) this.#set(name, state);
    this.#sortAgain();
  }

  /** The number of the last event that it holds. */
  get sequence(): number {
    return this.#sequence;
  }

  get(name: string): ToolRegistration | undefined {
    return this.#registrations.get(name);
  }

  stateOf(name: string): ToolState | undefined {
    return this.#states.get(name);
  }

  /** Every state, those of names in quarantine included, sorted by name. */
  states(): readonly ToolState[] {
    return [...this.#states.values()].sort(compare);
  }

  list(options: ListOptions = {}): readonly ToolRegistration[] {
    const { prefix = '', after, limit = Number.POSITIVE_INFINITY } = options;
    if (isPlain(options)) return this.#listAvailable();
    const found: ToolRegistration[] = [];
    for (let index = this.#firstIndex(prefix, after); index < this.#sorted.length; index++) {
      const registration = this.#at(index);
      if (found.length >= limit || !registration.spec.name.startsWith(prefix)) break;
      if (isListed(registration, options)) found.push(registration);
    }
    return found.length === 0 ? NONE : Object.freeze(found);
  }

  /** Moves forward; answers the events that are new to it. What it knows already is passed over. */
  apply({ sequence, events, tools }: TenantChanges): readonly CatalogEvent[] {
    if (sequence <= this.#sequence) return [];
    const unseen = events.filter((event) => event.sequence > this.#sequence);
    const isSmall = tools.size <= MAX_INSERTIONS;
    for (const [name, state] of tools) {
      const before = this.#registrations.get(name);
      this.#set(name, state);
      if (isSmall) this.#keepSorted(name, before);
    }
    if (!isSmall) this.#sortAgain();
    this.#available = undefined;
    this.#sequence = sequence;
    return unseen;
  }

  #set(name: string, state: ToolState | undefined): void {
    const current = state && currentOf(state);
    if (state === undefined) this.#states.delete(name);
    else this.#states.set(name, state);
    if (state === undefined || current === undefined) this.#registrations.delete(name);
    else this.#registrations.set(name, toRegistration(state, current));
  }

  /** Puts the registration of a name where it was before, or where it belongs. */
  #keepSorted(name: string, before: ToolRegistration | undefined): void {
    const after = this.#registrations.get(name);
    const index = this.#indexOf(name);
    this.#sorted.splice(index, before === undefined ? 0 : 1, ...(after === undefined ? [] : [after]));
  }

  #sortAgain(): void {
    this.#sorted = [...this.#registrations.values()].sort((left, right) => compare(left.spec, right.spec));
  }

  #listAvailable(): readonly ToolRegistration[] {
    this.#available ??= Object.freeze(this.#sorted.filter((registration) => isListed(registration, {})));
    return this.#available;
  }

  #firstIndex(prefix: string, after: string | undefined): number {
    if (after === undefined || after < prefix) return this.#indexOf(prefix);
    const index = this.#indexOf(after);
    return this.#sorted[index]?.spec.name === after ? index + 1 : index;
  }

  /** Where a name is, or would be. */
  #indexOf(name: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle).spec.name < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #at(index: number): ToolRegistration {
    // Whoever asks stays below the length.
    return this.#sorted[index] as ToolRegistration;
  }
}

function isPlain({ tag, prefix = '', enabled, status, after, limit }: ListOptions): boolean {
  const isWhole = prefix === '' && after === undefined && limit === undefined;
  return isWhole && tag === undefined && enabled === undefined && status === undefined;
}

function compare(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : 1;
}
