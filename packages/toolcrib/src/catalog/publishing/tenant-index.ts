import { lookAlikeKeys } from '../../lint/index.ts';
import { currentOf, type ToolState } from '../tool-state.ts';

/** What a new name is compared with. */
export interface NameIndex {
  /** Other names that may look like this one. */
  lookAlikes(name: string): readonly string[];
  /** Names of tools with this description, which is not empty. */
  describedAs(description: string): readonly string[];
}

/**
 * Names by what they look like, and by their description: what a new name is compared with. It is made when the first new
 * name is published, and follows the replica, so that processes that only read keep none.
 */
export class TenantIndex implements NameIndex {
  readonly #byLook = new Map<string, Set<string>>();
  readonly #byDescription = new Map<string, Set<string>>();
  readonly #known = new Map<string, string>();

  constructor(states: Iterable<ToolState>) {
    for (const state of states) this.update(state.name, state);
  }

  /** Takes note of a tool as it is now. */
  update(name: string, state: ToolState | undefined): void {
    const description = (state && currentOf(state))?.spec.description ?? '';
    const before = this.#known.get(name);
    if (before !== undefined && before !== description) removeFrom(this.#byDescription, before, name);
    if (state === undefined) {
      this.#known.delete(name);
      for (const key of lookAlikeKeys(name)) removeFrom(this.#byLook, key, name);
      return;
    }
    this.#known.set(name, description);
    if (before === undefined) for (const key of lookAlikeKeys(name)) addTo(this.#byLook, key, name);
    if (description !== '') addTo(this.#byDescription, description, name);
  }

  lookAlikes(name: string): readonly string[] {
    const found = new Set(lookAlikeKeys(name).flatMap((key) => [...(this.#byLook.get(key) ?? [])]));
    found.delete(name);
    return [...found];
  }

  describedAs(description: string): readonly string[] {
    return [...(this.#byDescription.get(description) ?? [])];
  }
}

function addTo(groups: Map<string, Set<string>>, key: string, name: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([name]));
  else group.add(name);
}

function removeFrom(groups: Map<string, Set<string>>, key: string, name: string): void {
  const group = groups.get(key);
  if (group?.delete(name) && group.size === 0) groups.delete(key);
}
