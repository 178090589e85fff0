import type { SchemaChange } from './dialect.ts';

/** Gathers what a translation makes different, and what keeps it from being made. */
export class Journal {
  readonly #changes = new Map<string, SchemaChange>();
  readonly #reasons = new Map<string, SchemaChange>();

  /** Notes a change. The same one twice, because a definition is used twice, is one. */
  note(change: SchemaChange): void {
    const { pointer, keyword, action, detail } = change;
    const list = action === 'refused' ? this.#reasons : this.#changes;
    list.set(JSON.stringify([pointer, keyword, action, detail]), Object.freeze(change));
  }

  refuse(pointer: string, keyword: string, detail: string): void {
    this.note({ pointer, keyword, action: 'refused', detail });
  }

  get isRefused(): boolean {
    return this.#reasons.size > 0;
  }

  /** In an order that does not depend on that of the keys in a schema. */
  get changes(): readonly SchemaChange[] {
    return sortByKey(this.#changes);
  }

  get reasons(): readonly SchemaChange[] {
    return sortByKey(this.#reasons);
  }
}

const NONE: readonly SchemaChange[] = Object.freeze([]);

function sortByKey(changes: ReadonlyMap<string, SchemaChange>): readonly SchemaChange[] {
  if (changes.size === 0) return NONE;
  const keys = [...changes.keys()].sort();
  return Object.freeze(keys.map((key) => changes.get(key) as SchemaChange));
}
