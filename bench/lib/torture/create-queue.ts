/** Starts work in order, never more than so many at once. */
export function createQueue(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place; only an empty queue frees it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
