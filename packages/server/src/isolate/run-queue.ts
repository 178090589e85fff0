import type { ToolRun } from './tool-run.ts';

/** Runs that wait for a thread. Owners take turns, so that many runs of one do not keep the others waiting. */
export class RunQueue {
  /** The owner whose turn it is comes first. */
  readonly #byOwner = new Map<string, ToolRun[]>();

  add(run: ToolRun): void {
    const waiting = this.#byOwner.get(run.owner);
    if (waiting === undefined) this.#byOwner.set(run.owner, [run]);
    else waiting.push(run);
  }

  /** Takes the next run whose owner may have a thread. */
  take(mayRun: (owner: string) => boolean): ToolRun | undefined {
    for (const [owner, waiting] of this.#byOwner) {
      if (!mayRun(owner)) continue;
      const run = waiting.shift();
      this.#byOwner.delete(owner);
      if (waiting.length > 0) this.#byOwner.set(owner, waiting);
      return run;
    }
    return undefined;
  }

  /** Whether it was there. */
  remove(run: ToolRun): boolean {
    const waiting = this.#byOwner.get(run.owner) ?? [];
    const index = waiting.indexOf(run);
    if (index === -1) return false;
    waiting.splice(index, 1);
    if (waiting.length === 0) this.#byOwner.delete(run.owner);
    return true;
  }
}
