/** How many schemas a translation may write: references that are replaced can multiply. */
const MAX_SCHEMAS = 10_000;

/** How many schemas it may read for that: what stands beside a union is read with each of its branches. */
const MAX_PARTS = 100_000;

/** How deeply they may be nested; bounds the call stack. */
const MAX_DEPTH = 200;

/** Ends a translation that would become too large. Never leaves this folder. */
export class TooLargeError extends Error {}

/** What a translation has left. */
export class Budget {
  #schemas = 0;
  #parts = 0;
  #depth = 0;

  /** Accounts for schemas that are read as one. */
  read(parts: number): void {
    this.#parts += parts;
    if (this.#parts <= MAX_PARTS) return;
    throw new TooLargeError(`It has more than ${MAX_PARTS} schemas that apply together.`);
  }

  /** Does work one level deeper. */
  spend<Result>(work: () => Result): Result {
    this.#schemas++;
    if (this.#schemas > MAX_SCHEMAS) {
      throw new TooLargeError(`It would have more than ${MAX_SCHEMAS} schemas once it is written out.`);
    }
    if (this.#depth >= MAX_DEPTH) {
      throw new TooLargeError(
        `It would be nested more than ${MAX_DEPTH} levels deep once it is written out.`,
      );
    }
    this.#depth++;
    const result = work();
    this.#depth--;
    return result;
  }
}
