/** A job of a tenant, for a principal. */
export interface QueuedJob {
  readonly tenant: string;
  readonly principal: string;
}

/**
 * Jobs that wait for a thread. Tenants take turns, and so do the principals of a tenant; a tenant with fewer jobs on threads
 * comes first.
 *
 * INVARIANT: a principal has at most one job on a thread, in all tenants together.
 */
export class CheckQueue<Job extends QueuedJob> {
  /** By tenant and principal, each in the order in which they get their turn. */
  readonly #waiting = new Map<string, Map<string, Job[]>>();
  /** How many jobs of each principal wait. */
  readonly #counts = new Map<string, number>();
  readonly #running = new Map<string, Job>();

  /** How many jobs of a principal wait. */
  countOf(principal: string): number {
    return this.#counts.get(principal) ?? 0;
  }

  add(job: Job): void {
    const { tenant, principal } = job;
    const principals = this.#waiting.get(tenant) ?? new Map<string, Job[]>();
    const jobs = principals.get(principal) ?? [];
    this.#waiting.set(tenant, principals.set(principal, [...jobs, job]));
    this.#counts.set(principal, this.countOf(principal) + 1);
  }

  /** Takes the next job that may have a thread. It counts as running until `end` is called with it. */
  take(): Job | undefined {
    const job = this.#findNext();
    if (job === undefined) return undefined;
    this.#remove(job);
    this.#running.set(job.principal, job);
    return job;
  }

  end({ principal }: Job): void {
    this.#running.delete(principal);
  }

  /** Removes all jobs that wait. */
  clear(): readonly Job[] {
    const jobs = [...this.#waiting.values()].flatMap((principals) => [...principals.values()].flat());
    this.#waiting.clear();
    this.#counts.clear();
    return jobs;
  }

  #findNext(): Job | undefined {
    const running = [...this.#running.values()];
    let next: Job | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const [tenant, principals] of this.#waiting) {
      const count = running.filter((job) => job.tenant === tenant).length;
      const free = [...principals].find(([principal]) => !this.#running.has(principal));
      if (free === undefined || count >= fewest) continue;
      [next] = free[1];
      fewest = count;
    }
    return next;
  }

  /** Removes the first job of a principal, and puts principal and tenant behind all others. */
  #remove({ tenant, principal }: Job): void {
    const principals = this.#waiting.get(tenant);
    const [, ...left] = principals?.get(principal) ?? [];
    principals?.delete(principal);
    if (left.length > 0) principals?.set(principal, left);
    this.#waiting.delete(tenant);
    if (principals !== undefined && principals.size > 0) this.#waiting.set(tenant, principals);
    const count = this.countOf(principal) - 1;
    if (count > 0) this.#counts.set(principal, count);
    else this.#counts.delete(principal);
  }
}
