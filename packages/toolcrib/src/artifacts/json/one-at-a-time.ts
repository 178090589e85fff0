/** Has work wait for the work before it, however that ends. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  run<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work);
    // Nothing of the result, which would otherwise be kept for as long as this is.
    const forget = () => undefined;
    this.#last = result.then(forget, forget);
    return result;
  }
}
