import type { MarkdownBlock } from './markdown-block.ts';
import { readDefinitions } from './read-definitions.ts';

/** However many there are, memory is bounded. */
const MAX_DEFINITIONS = 10_000;
const MAX_TARGET_LENGTH = 2_000;

/** The addresses of references. The first definition of a label counts. */
export class LinkDefinitions {
  readonly #targets = new Map<string, string>();

  push(block: MarkdownBlock): void {
    if (block.kind !== 'paragraph') return;
    for (const { label, target } of readDefinitions(block.text).definitions) {
      if (this.#targets.size >= MAX_DEFINITIONS || this.#targets.has(label)) continue;
      this.#targets.set(label, target.slice(0, MAX_TARGET_LENGTH));
    }
  }

  /** The address for a label, as `readLabel` folds it. */
  readonly find = (label: string): string | undefined => this.#targets.get(label);
}
