/** Bytes of heap in use, after everything that nobody uses was collected. Needs `--expose-gc`. */
export async function measureHeap(): Promise<number> {
  for (let pass = 0; pass < 4; pass++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}
