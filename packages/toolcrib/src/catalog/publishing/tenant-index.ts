import type { ToolDigest } from '../../core/digest.ts';
import type { SpecDigests } from '../spec-digests.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { currentOf, type ToolState } from '../tool-state.ts';
import type { NameLooks } from './name-looks.ts';

/** How many names are told of those that there may be. */
const MAX_NAMES = 20;

/** What a new name is compared with. Of many names some are told. */
export interface NameIndex {
  /** Other names that may look like this one. */
  lookAlikes(name: string): readonly string[];
  /** Other names of tools that say the same to a model, unless that is without a description. */
  copiesOf(spec: ToolSpec): readonly string[];
}

/** What an index finds out with; the replica keeps both. */
export interface IndexMemory {
  readonly digests: SpecDigests;
  readonly looks: NameLooks;
}

/** Tools with one description. */
interface Group {
  readonly names: Set<string>;
  /** Their names by all that they say. A single tool is compared only when a new one asks, because it takes time and room. */
  byContent: Map<ToolDigest, Set<string>> | undefined;
}

/**
 * Names by what they look like, and by their description: what a new name is compared with. It is made when the first new
 * name is published, and follows the replica, so that processes that only read keep none.
 */
export class TenantIndex implements NameIndex {
  readonly #byLook = new Map<string, Set<string>>();
  readonly #byDescription = new Map<string, Group>();
  readonly #known = new Map<string, ToolSpec | undefined>();

  readonly #digests: SpecDigests;
  readonly #looks: NameLooks;

  constructor({ digests, looks }: IndexMemory, states: Iterable<ToolState> = []) {
    this.#digests = digests;
    this.#looks = looks;
    for (const state of states) this.update(state.name, state);
  }

  /** Takes note of a tool as it is now. */
  update(name: string, state: ToolState | undefined): void {
    const isKnown = this.#known.has(name);
    const before = this.#known.get(name);
    const after = (state && currentOf(state))?.spec;
    if (before !== after) {
      if (before !== undefined) this.#forget(before);
      if (after !== undefined) this.#note(after);
    }
    if (state !== undefined) this.#known.set(name, after);
    else this.#known.delete(name);
    if (isKnown === (state !== undefined)) return;
    for (const key of this.#looks.of(name).keys) {
      if (isKnown) removeFrom(this.#byLook, key, name);
      else addTo(this.#byLook, key, name);
    }
  }

  lookAlikes(name: string): readonly string[] {
    const found = new Set<string>();
    for (const key of this.#looks.of(name).keys) {
      for (const other of this.#byLook.get(key) ?? []) {
        if (found.size === MAX_NAMES) break;
        if (other !== name) found.add(other);
      }
    }
    return [...found];
  }

  copiesOf(spec: ToolSpec): readonly string[] {
    const group = this.#byDescription.get(spec.description ?? '');
    if (group === undefined) return [];
    group.byContent ??= this.#groupByContent(group.names);
    const found: string[] = [];
    // Thousands may say the same: no more of them are looked at than are told.
    for (const name of group.byContent.get(this.#digests.contentOf(spec)) ?? []) {
      if (found.length === MAX_NAMES) break;
      if (name !== spec.name) found.push(name);
    }
    return found;
  }

  #note(spec: ToolSpec): void {
    const { name, description = '' } = spec;
    if (description === '') return;
    const group = this.#byDescription.get(description) ?? { names: new Set(), byContent: undefined };
    this.#byDescription.set(description, group);
    if (group.names.size > 0) group.byContent ??= this.#groupByContent(group.names);
    group.names.add(name);
    if (group.byContent !== undefined) addTo(group.byContent, this.#digests.contentOf(spec), name);
  }

  #forget(spec: ToolSpec): void {
    const { name, description = '' } = spec;
    const group = this.#byDescription.get(description);
    if (group?.byContent !== undefined) removeFrom(group.byContent, this.#digests.contentOf(spec), name);
    if (group?.names.delete(name) && group.names.size === 0) this.#byDescription.delete(description);
  }

  #groupByContent(names: Iterable<string>): Map<ToolDigest, Set<string>> {
    const groups = new Map<ToolDigest, Set<string>>();
    for (const name of names) {
      const spec = this.#known.get(name);
      if (spec !== undefined) addTo(groups, this.#digests.contentOf(spec), name);
    }
    return groups;
  }
}

function addTo<Key>(groups: Map<Key, Set<string>>, key: Key, name: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([name]));
  else group.add(name);
}

function removeFrom<Key>(groups: Map<Key, Set<string>>, key: Key, name: string): void {
  const group = groups.get(key);
  if (group?.delete(name) && group.size === 0) groups.delete(key);
}
