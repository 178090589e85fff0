const EXIT_CODE = 130;

/** Makes Ctrl-C abort the turn that is running; without one, or when pressed again, it ends the process. */
export class Interrupt {
  #controller: AbortController | undefined;

  constructor() {
    process.on('SIGINT', () => this.fire());
  }

  /** Runs something that Ctrl-C aborts. */
  async during<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    this.#controller = new AbortController();
    try {
      return await work(this.#controller.signal);
    } finally {
      this.#controller = undefined;
    }
  }

  fire(): void {
    if (this.#controller === undefined || this.#controller.signal.aborted) process.exit(EXIT_CODE);
    this.#controller.abort(new Error('The person pressed Ctrl-C.'));
  }
}
