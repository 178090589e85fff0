/** How long a scan may keep the thread before others get their turn, in milliseconds. */
const SLICE_MS = 10;

/**
 * Lets a long scan share the thread. Streams over memory never wait for anything, so that without it no timer
 * of the process would run before the scan has ended, not even the one that should stop it.
 */
export class Pace {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  async rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
    this.#since = performance.now();
  }
}
