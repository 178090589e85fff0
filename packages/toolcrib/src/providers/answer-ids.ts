import { textOf } from './wire-values.ts';

/** The ids of the calls of one answer, given in their order. */
export class AnswerIds {
  readonly #given: ReadonlySet<unknown>;
  readonly #taken = new Set<string>();
  #count = 0;
  #suffix = 0;

  /** Those that are known to come are not made up for another call. */
  constructor(given: readonly unknown[] = []) {
    this.#given = new Set(given);
  }

  next(id: unknown): string {
    const own = textOf(id);
    const providerCallId = own === '' || this.#taken.has(own) ? this.#make() : own;
    this.#taken.add(providerCallId);
    this.#count++;
    return providerCallId;
  }

  #make(): string {
    const isUsed = (made: string) => this.#given.has(made) || this.#taken.has(made);
    this.#suffix = Math.max(this.#suffix, this.#count);
    while (isUsed(`call_${this.#suffix}`)) this.#suffix++;
    return `call_${this.#suffix}`;
  }
}
