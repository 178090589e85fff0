import type { Run } from './run.ts';

/** Which properties or items of one value were looked at, for `unevaluatedProperties` and `-Items`. */
export class Evaluated {
  readonly run: Run;
  #hasAll = false;
  #itemCount = 0;
  readonly #steps = new Set<string | number>();

  constructor(run: Run) {
    this.run = run;
  }

  addAll(): void {
    this.#hasAll = true;
  }

  add(step: string | number): void {
    this.#steps.add(step);
  }

  addItems(count: number): void {
    this.#itemCount = Math.max(this.#itemCount, count);
  }

  get hasAll(): boolean {
    return this.#hasAll;
  }

  has(step: string | number): boolean {
    return this.#hasAll || this.#steps.has(step) || (typeof step === 'number' && step < this.#itemCount);
  }
}
