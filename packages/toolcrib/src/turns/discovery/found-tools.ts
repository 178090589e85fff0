import type { Tool } from '../../core/tool.ts';
import type { CallRecord } from '../../runtime/call-record.ts';
import type { SearchOutcome } from './tell-found.ts';

/**
 * What the searches of a turn have found. Searches may run at once: what one has found counts at once, and becomes part of
 * the list when the calls of the step are over, in their order and not in that of the finder's answers.
 */
export class FoundTools {
  readonly #maxFound: number;
  readonly #names: string[] = [];
  /** How many of the names earlier turns have found; they take no room. */
  #earlier = 0;
  /** What searches have found whose calls have not been settled yet, by call. */
  readonly #reserved = new Map<string, readonly string[]>();

  constructor(maxFound: number) {
    this.#maxFound = maxFound;
  }

  /** In the order found, each once. It grows. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Takes what a search has found, as far as there is room; what is known takes none. */
  reserve(invocationId: string, tools: readonly Tool[]): SearchOutcome {
    const known = new Set([...this.#names, ...[...this.#reserved.values()].flat()]);
    const room = this.#maxFound + this.#earlier;
    const taken = tools.filter(({ name }) => {
      const isTaken = known.has(name) || known.size < room;
      if (isTaken) known.add(name);
      return isTaken;
    });
    this.#reserved.set(
      invocationId,
      taken.map(({ name }) => name),
    );
    return { tools: taken, isFull: taken.length < tools.length };
  }

  /** What a call has found, once it is over; undefined if nothing. Nobody was told of what a failed one found. */
  settle({ invocationId, isOk }: CallRecord): readonly string[] | undefined {
    const found = this.#reserved.get(invocationId);
    this.#reserved.delete(invocationId);
    if (found === undefined || found.length === 0 || !isOk) return undefined;
    this.#add(found);
    return Object.freeze(found);
  }

  /** Makes what the conversation has found before part of the list: it refers to all of them. */
  loadEarlier(names: readonly string[]): void {
    this.#add(names);
    this.#earlier = this.#names.length;
  }

  #add(names: readonly string[]): void {
    for (const name of names) if (!this.#names.includes(name)) this.#names.push(name);
  }
}
