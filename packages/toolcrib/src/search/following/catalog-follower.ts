import type { ListOptions } from '../../catalog/list-options.ts';
import type { ToolCatalog } from '../../catalog/tool-catalog.ts';
import type { ToolRegistration } from '../../catalog/tool-registration.ts';
import type { HybridIndex } from '../hybrid/hybrid-index.ts';
import { findByName } from './find-by-name.ts';
import { mergeByName } from './merge-by-name.ts';

/**
 * Keeps an index of the tools of a catalogue, and changes only what has changed: of those that can be used, which are listed
 * most, and of all others too from the first search on that may find them.
 */
export class CatalogFollower {
  readonly #catalog: ToolCatalog;
  readonly #index: HybridIndex;
  /** What is in the index, by name in code-unit order. */
  #indexed: readonly ToolRegistration[] = [];
  /** That of the catalogue when all of its tools were listed last. */
  #sequence: number | undefined;

  /** @param index which is empty, and which nobody else changes. */
  constructor(catalog: ToolCatalog, index: HybridIndex) {
    this.#catalog = catalog;
    this.#index = index;
  }

  /** All that is in the index. */
  get indexed(): readonly ToolRegistration[] {
    return this.#indexed;
  }

  /** Brings the index to what the catalogue answers now, as far as a list with these conditions can have it. */
  follow(conditions: ListOptions): void {
    const { sequence } = this.#catalog;
    const isWhole = this.#sequence !== undefined || !canAllBeUsed(conditions);
    if (isWhole && sequence === this.#sequence) return;
    const after = this.#catalog.list(isWhole ? { status: 'any' } : undefined);
    // What can be used is the same array while it is the same.
    if (after !== this.#indexed) this.#takeOver(after);
    if (isWhole) this.#sequence = sequence;
  }

  /** Whether what the index has of a tool is what this registration says. */
  isIndexed(registration: ToolRegistration): boolean {
    const indexed = findByName(this.#indexed, nameOf(registration), nameOf);
    return indexed === registration || (indexed !== undefined && hasSameTexts(indexed, registration));
  }

  #takeOver(after: readonly ToolRegistration[]): void {
    mergeByName({ before: this.#indexed, after }, nameOf, (before, now) => {
      if (now === undefined) this.#index.delete(nameOf(before as ToolRegistration));
      else if (before === undefined || !hasSameTexts(before, now)) this.#put(now);
    });
    this.#indexed = after;
  }

  #put({ spec, source }: ToolRegistration): void {
    const { name, title, description, inputSchema, tags } = spec;
    this.#index.set({ name, title, description, inputSchema, tags, source });
  }
}

/** Whether everything that fits these conditions can be used. */
function canAllBeUsed({ status, enabled }: ListOptions): boolean {
  return status === undefined ? enabled !== false : status === 'active' || status === 'deprecated';
}

/** The name of the tool that a registration is of. */
export function nameOf({ spec }: ToolRegistration): string {
  return spec.name;
}

/**
 * Whether two registrations are the same to a search. Another process that has switched a tool off hands its spec over as a
 * copy, and whoever pays for embeddings does not want to pay again.
 */
export function hasSameTexts(left: ToolRegistration, right: ToolRegistration): boolean {
  if (left.source !== right.source) return false;
  return left.spec === right.spec || JSON.stringify(left.spec) === JSON.stringify(right.spec);
}
